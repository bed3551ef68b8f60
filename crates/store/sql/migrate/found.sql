select coalesce(max(number), 0) from schema_version
