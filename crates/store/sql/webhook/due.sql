select w.participant, w.wave, w.opens_at
from participant_wave w
join participant p on p.id = w.participant
where w.opens_at <= $2 and w.opens_at >= $3 and w.closes_at > $2 and w.started_at is null and w.completed_at is null
  and p.status <> 'withdrawn' and p.simulated = 0 and p.kind = 'person'
  and not exists (select 1 from outcome o where o.participant = w.participant and o.wave = w.wave)
  and not exists (select 1 from webhook_delivery d where d.webhook = $1 and d.participant = w.participant
    and d.kind = 'wave_due' and d.wave = w.wave)
order by w.opens_at, w.participant
limit 500
