delete from webhook_delivery where webhook = $1
