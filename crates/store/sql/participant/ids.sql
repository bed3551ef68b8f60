select id from participant order by id
