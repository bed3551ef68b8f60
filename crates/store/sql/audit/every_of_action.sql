select number, at, actor, action, details, previous, hash from audit where action = $1 order by number
