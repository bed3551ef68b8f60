select f.participant, f.kind, f.item
from flag f
order by f.participant, f.kind, f.item
