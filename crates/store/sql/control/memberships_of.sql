select account, study, role, may_unblind, since, from_groups
from membership
where account = $1
order by study
