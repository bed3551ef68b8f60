delete from exposure where participant = $1
