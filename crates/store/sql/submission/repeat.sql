select id, at, receipt, body_hash
from submission
where participant = $1 and (idempotency_key = $2 or (item = $3 and attempt = $4 and stage = $5))
order by case when idempotency_key = $2 then 0 else 1 end
limit 1
