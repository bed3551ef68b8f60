insert into throttle (key, attempts, open_at, last_at) values ($1, 1, $2, $2)
on conflict do nothing
