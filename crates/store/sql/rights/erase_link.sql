delete from link where participant = $1
