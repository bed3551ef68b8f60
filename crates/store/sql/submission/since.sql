select count(*) from submission where participant = $1 and at >= $2
