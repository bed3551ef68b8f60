select p.code, a.username, a.first_name, a.last_name, p.recruitment, a.created_at
from participant p
left join link k on k.participant = p.id
left join account a on a.id = k.account
where p.simulated <= $1 and p.kind = 'person'
order by p.code
