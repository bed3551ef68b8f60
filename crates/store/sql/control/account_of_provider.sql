select account from provider_identity where issuer = $1 and subject = $2
