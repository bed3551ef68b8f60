insert into audit (number, at, actor, action, details, previous, hash) values ($1, $2, $3, $4, $5, $6, $7)
on conflict do nothing
