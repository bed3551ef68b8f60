delete from message where participant = $1
