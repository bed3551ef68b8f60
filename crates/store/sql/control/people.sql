select id, username, username_key, first_name, last_name, created_at, cast(case password_hash when '' then 0 else 1 end as bigint)
from account
order by username_key
