insert into allocation (number, block, arm, form) values ($1, $2, $3, $4)
on conflict do nothing
