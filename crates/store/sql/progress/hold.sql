update progress set revision = revision where participant = $1
