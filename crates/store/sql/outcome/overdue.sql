select p.id
from participant p
where p.study_version = $1 and p.status = 'active' and p.simulated = 0 and p.kind = 'person'
  and (select min(c.at) from consent c where c.participant = p.id) <= $2
  and not exists (select 1 from outcome o where o.participant = p.id and o.wave = 'main')
order by p.id
