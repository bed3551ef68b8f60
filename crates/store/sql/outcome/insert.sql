insert into outcome (participant, wave, outcome, at) values ($1, $2, $3, $4)
on conflict do nothing
