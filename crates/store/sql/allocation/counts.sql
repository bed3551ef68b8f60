select arm, form, state, count(*)
from allocation
where number > 0
group by arm, form, state
order by arm, form, state
