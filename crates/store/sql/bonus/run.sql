select at, currency, parameter, sha256 from bonus_run where number = $1
