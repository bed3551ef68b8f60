select id, name, study, role, may_unblind, until, used_at, created_by
from program_token
where hash = $1
