select e.id, e.participant, e.item, e.file, e.idempotency_key
from participant p
join link k on k.participant = p.id
join account a on a.id = k.account
join exposure e on e.participant = p.id
where p.simulated = 1 and a.username_key like $1
order by e.at, e.id
