update comparison
set next_at = $3, reserved_until = null, attempts = attempts + 1, failed_at = $2, failure = $4
where recruiter = $1
