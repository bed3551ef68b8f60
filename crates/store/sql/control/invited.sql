select a.id, a.username, i.until
from invitation i
join account a on a.id = i.account
where i.token = $1
