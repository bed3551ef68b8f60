delete from webhook_delivery where participant is not null
