select participant from event where participant is not null
union select participant from profile where participant is not null
