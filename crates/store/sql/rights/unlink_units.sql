update unit set code = null where code is not null
