delete from submission where participant = $1
