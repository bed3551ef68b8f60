delete from session where account in (select id from account where role = 'participant')
