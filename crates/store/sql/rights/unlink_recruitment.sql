update participant set recruitment = null where recruitment is not null
