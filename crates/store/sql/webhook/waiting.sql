select d.id
from webhook_delivery d
where d.webhook = $1 and d.next_at <= $2
  and not exists (select 1 from webhook_delivery e where e.participant = d.participant and e.webhook = d.webhook
    and e.number < d.number and e.next_at is not null)
order by d.next_at, d.id
limit $3
