insert into provider_identity (issuer, subject, account) values ($1, $2, $3)
on conflict (issuer, subject) do nothing
