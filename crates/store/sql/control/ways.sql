select cast((case a.password_hash when '' then 0 else 1 end)
  + (select count(*) from passkey k where k.account = a.id)
  + (select count(*) from provider_identity p where p.account = a.id) as bigint)
from account a
where a.id = $1
