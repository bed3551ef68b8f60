update participant set place = $2, arm = $3, form = coalesce(form, $4)
where id = $1 and place is null and status = 'active'
returning form
