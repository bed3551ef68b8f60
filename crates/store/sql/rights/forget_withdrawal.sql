delete from withdrawal where participant = $1
