select number, at, actor, action, details, previous, hash from audit where number > $1 and number <= $2
order by number limit $3
