delete from comparison_case where participant = $1
