insert into comparison (recruiter, next_at) values ($1, $2)
on conflict do nothing
