select id, title, folder, media_url, host, created_at, archived_at
from study
order by created_at, id
