insert into participant_wave (participant, wave, opens_at, closes_at) values ($1, $2, $3, $4)
on conflict (participant, wave) do nothing
