delete from invitation where until <= $1
