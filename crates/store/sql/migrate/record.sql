insert into schema_version (number, name) values ($1, $2)
