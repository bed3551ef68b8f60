delete from profile where participant = $1
