insert into webhook_delivery (id, webhook, participant, kind, wave, at, number, next_at)
select $1, $2, p.id, $4, $5, $6,
  (select coalesce(max(d.number), 0) + 1 from webhook_delivery d where d.participant = p.id), $6
from participant p
where p.id = $3 and p.simulated = 0 and p.kind = 'person'
on conflict (id) do nothing
