select id, at, item, file
from exposure
where participant = $1 and (idempotency_key = $2 or (item = $3 and file = $4))
order by case when idempotency_key = $2 then 0 else 1 end
limit 1
