insert into recruited (person) values ($1)
on conflict do nothing
