update progress set revision = revision + 1 where participant = $1
