select w.participant, w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at
from participant p
join link k on k.participant = p.id
join account a on a.id = k.account
join participant_wave w on w.participant = p.id
where p.simulated = 1 and a.username_key like $1
order by w.participant, w.opens_at, w.wave
