delete from ceremony where until <= $1
