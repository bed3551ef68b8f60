insert into quota_member (participant, quota) values ($1, $2)
on conflict do nothing
