select p.id, p.slot, g.revision
from participant p
join progress g on g.participant = p.id
where p.slot is not null and p.exposed_at is null and p.status = 'active' and p.simulated = 0 and coalesce(g.measured_at, g.at) < $1
order by p.slot
