select p.id, p.code, p.recruitment
from participant p
join outcome o on o.participant = p.id and o.wave = $1 and o.outcome = 'completed'
where p.simulated = 0 and p.kind = 'person' and p.recruitment is not null
order by p.code
