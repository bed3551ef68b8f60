select l.number, l.stratum, l.block, l.arm, p.form
from participant p
join allocation l on l.number = p.slot
where p.id = $1
