delete from account where role = 'participant'
