insert into draw (number, study_version, balance, random) values ($1, $2, $3, $4)
