select d.kind, d.wave, d.at, d.delivered_at, w.url
from webhook_delivery d
join webhook w on w.id = d.webhook
where d.participant = $1 and d.delivered_at is not null
order by d.number, w.url
