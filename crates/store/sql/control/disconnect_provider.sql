delete from provider_identity where account = $1
