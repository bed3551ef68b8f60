insert into meta (key, value) values ($1, $2)
on conflict do nothing
