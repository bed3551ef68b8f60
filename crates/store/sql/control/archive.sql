update study set archived_at = $2 where id = $1 and archived_at is null
