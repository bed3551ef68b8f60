insert into step_event (participant, step, page, at) values ($1, $2, $3, $4)
on conflict do nothing
