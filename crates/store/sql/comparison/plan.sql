insert into comparison (recruiter, next_at) values ($1, $2)
on conflict (recruiter) do update set next_at = excluded.next_at
where comparison.reserved_until is null or comparison.reserved_until <= excluded.next_at
