select id, username, username_key, password_hash, role, first_name, last_name, created_at
from account
where person = $1
