select p.code, p.arm, w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at
from participant p
join participant_wave w on w.participant = p.id
where p.simulated <= $1 and p.kind = 'person'
order by p.code, w.opens_at, w.wave
