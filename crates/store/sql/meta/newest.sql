select max(at) from (
  select max(at) as at from progress
  union all select max(rotated_at) from session
  union all select max(at) from audit
) as times
