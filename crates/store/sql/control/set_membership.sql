insert into membership (account, study, role, may_unblind, since) values ($1, $2, $3, $4, $5)
on conflict (account, study) do update set role = excluded.role, may_unblind = excluded.may_unblind,
  since = excluded.since
