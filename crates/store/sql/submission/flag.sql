insert into flag (participant, kind, item, at) values ($1, $2, $3, $4)
on conflict do nothing
