select number, at, actor, action, details, previous, hash from audit order by number
