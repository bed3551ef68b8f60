select id, name, credential, created_at, used_at
from passkey
where account = $1
order by created_at, id
