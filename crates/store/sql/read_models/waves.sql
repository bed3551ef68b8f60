select w.participant, w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at
from participant_wave w
join participant p on p.id = w.participant
where p.kind = 'person'
order by w.participant, w.opens_at, w.wave
