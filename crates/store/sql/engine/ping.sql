select cast(1 as bigint)
