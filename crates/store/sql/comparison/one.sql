select next_at, reserved_until, attempts, failed_at, failure, compared_at, result from comparison where recruiter = $1
