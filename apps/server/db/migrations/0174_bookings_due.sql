-- no transaction
-- The bookings without a driver and those whose driver is not at the pickup, by the time for which the car is wanted:
-- the dispatch board reads the earliest.
create index concurrently if not exists bookings_due
  on bookings (status, (case when book_later then tripdate else dispatch_at end), id)
  where status in ('NEW', 'ACCEPTED');
