select mode, arm, exposed, completed, simulated, count(*)
from withdrawal
group by mode, arm, exposed, completed, simulated
order by mode, arm, exposed, completed, simulated
