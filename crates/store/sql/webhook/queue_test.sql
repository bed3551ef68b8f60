insert into webhook_delivery (id, webhook, kind, at, number, next_at)
select $1, id, 'test', $3, 0, $3
from webhook
where id = $2 and disabled_at is null
