select p.id, p.place, g.revision
from participant p
join progress g on g.participant = p.id
where p.place is not null and p.exposed_at is null and p.status = 'active' and coalesce(g.measured_at, g.at) < $1
order by p.place
