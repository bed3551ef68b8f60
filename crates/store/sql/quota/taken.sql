select count(*)
from quota_member m
join participant p on p.id = m.participant
where m.quota = $1 and m.participant <> $2 and p.slot > 0
