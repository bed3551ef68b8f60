insert into step_event (participant, step, page, at, measured_at) values ($1, $2, $3, $4, $5)
on conflict do nothing
