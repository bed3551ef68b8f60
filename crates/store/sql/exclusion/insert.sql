insert into exclusion (participant, reason, actor, at) values ($1, $2, $3, $4)
on conflict do nothing
