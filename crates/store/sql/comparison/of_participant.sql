select wave, finding, status from comparison_case where participant = $1 order by number
