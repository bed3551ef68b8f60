update participant set slot = $2, arm = $3, form = coalesce(form, $4), stratum = $5
where id = $1 and slot is null and status = 'active'
  and not exists (select 1 from outcome where participant = $1)
returning form
