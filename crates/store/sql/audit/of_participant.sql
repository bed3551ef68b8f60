select number, at, actor, action, details, previous, hash from audit where details like $1 order by number
