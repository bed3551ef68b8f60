insert into message (participant, wave, message, due_at) values ($1, $2, $3, $4)
on conflict (participant, wave, message) do nothing
