select m.unit
from participant p
join unit_member m on m.slot = p.slot
where p.id = $1
