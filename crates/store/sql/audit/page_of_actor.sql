select number, at, actor, action, details, previous, hash from audit where actor = $1 and number < $2
order by number desc limit $3
