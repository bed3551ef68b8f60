insert into throttle (key, attempts, open_at, last_at) values ($1, $2, $3, $4)
on conflict do nothing
