select mode, arm, consented, exposed, completed, simulated, count(*)
from withdrawal
group by mode, arm, consented, exposed, completed, simulated
order by mode, arm, consented, exposed, completed, simulated
