select arm, form, state, count(*)
from allocation
group by arm, form, state
order by arm, form, state
