select page, count(*), count(distinct participant) from event
where kind = 'page_viewed' and page is not null
group by page
order by count(*) desc, page
