select account, study, role, may_unblind, since, from_groups
from membership
order by study, account
