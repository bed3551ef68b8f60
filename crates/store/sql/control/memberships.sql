select account, study, role, may_unblind, since
from membership
order by study, account
