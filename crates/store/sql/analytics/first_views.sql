select participant, page, min(happened_at) from event
where kind = 'page_viewed' and page is not null and participant is not null
group by participant, page
