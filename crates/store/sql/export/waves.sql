select p.code, p.arm, w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at, o.outcome, o.at
from participant p
join participant_wave w on w.participant = p.id
left join outcome o on o.participant = w.participant and o.wave = w.wave
where p.simulated <= $1 and p.kind = 'person'
order by p.code, w.opens_at, w.wave
