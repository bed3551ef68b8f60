delete from webhook_delivery where participant = $1
