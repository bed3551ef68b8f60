insert into membership (account, study, role, may_unblind, since, from_groups) values ($1, $2, $3, $4, $5, $6)
on conflict (account, study) do update set role = excluded.role, may_unblind = excluded.may_unblind,
  since = excluded.since, from_groups = excluded.from_groups
