insert into bonus_run (number, at, currency, parameter, sha256) values ($1, $2, $3, $4, $5)
on conflict do nothing
