select username_key from account where role = 'admin'
