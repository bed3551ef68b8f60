delete from study where id = $1 and archived_at is not null
