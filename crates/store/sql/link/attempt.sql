select attempt from visit where visit = $1
