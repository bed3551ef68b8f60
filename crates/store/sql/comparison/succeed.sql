update comparison
set next_at = $3, reserved_until = null, attempts = 0, failed_at = null, failure = null, compared_at = $2, result = $4
where recruiter = $1
