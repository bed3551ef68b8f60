select reason, actor, at from exclusion where participant = $1
