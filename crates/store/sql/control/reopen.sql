update study set archived_at = null where id = $1 and archived_at is not null
