select number, at, actor, action, details, previous, hash from audit where number < $1 order by number desc limit $2
