select id, name, study, role, until, used_at
from program_token
where hash = $1
