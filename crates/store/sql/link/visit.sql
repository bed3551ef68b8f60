insert into visit (visit, attempt) values ($1, $2)
on conflict do nothing
