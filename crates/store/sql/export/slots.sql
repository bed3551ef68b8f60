select l.number, l.stratum, l.block, l.arm, l.form, l.state, l.claimed_at, m.unit, p.code
from allocation l
left join unit_member m on m.slot = l.number
left join participant p on p.slot = l.number
where l.state <> 'free' and (l.number > 0 or $1 = 1)
order by l.number
