insert into bonus (person, run, participant, cents) values ($1, $2, $3, $4)
on conflict do nothing
