select s.family, s.generation, s.successor_used, s.created_at, a.id, a.username, m.role, m.may_unblind
from session s
join account a on a.id = s.account
left join membership m on m.account = a.id and m.study in ($3, '*') and (m.from_groups = 0 or m.since > $4)
where s.access_hash = $1 and s.access_until > $2 and s.idle_until > $2 and s.ends_at > $2 and s.revoked_at is null
order by case when m.study = '*' and m.role = 'owner' then 0 when m.study = '*' then 2 else 1 end
