update comparison set reserved_until = $3
where recruiter = $1 and next_at <= $2 and (reserved_until is null or reserved_until <= $2)
