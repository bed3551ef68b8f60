select id, name, study, role, may_unblind, created_at, until, used_at, created_by
from program_token
order by created_at desc, id
