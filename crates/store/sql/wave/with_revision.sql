select w.wave, w.opens_at, w.closes_at, w.started_at, w.completed_at, o.outcome, o.at, g.revision
from participant_wave w
join progress g on g.participant = w.participant
left join outcome o on o.participant = w.participant and o.wave = w.wave and o.outcome in ('timed_out', 'failed', 'declined')
where w.participant = $1
order by w.opens_at, w.wave
