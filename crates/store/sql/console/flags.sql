select f.participant, f.kind, count(*)
from flag f
group by f.participant, f.kind
order by f.participant, f.kind
