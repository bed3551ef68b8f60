select w.participant, w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at, o.outcome, o.at, p.recruitment
from participant_wave w
join participant p on p.id = w.participant
left join outcome o on o.participant = w.participant and o.wave = w.wave and o.outcome in ('timed_out', 'failed', 'declined')
where p.simulated = 0 and p.kind = 'person' and p.status <> 'withdrawn' and w.wave = $1
order by p.code
