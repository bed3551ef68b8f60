select w.opens_at
from participant_wave w
join participant p on p.id = w.participant
where w.participant = $1 and w.wave = $2 and w.opens_at <= $3 and w.closes_at > $3 and w.started_at is null
  and w.completed_at is null and p.status <> 'withdrawn'
  and not exists (select 1 from outcome o where o.participant = w.participant and o.wave = w.wave)
