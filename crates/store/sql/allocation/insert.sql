insert into allocation (number, stratum, block, arm, form) values ($1, $2, $3, $4, $5)
on conflict do nothing
