-- Bookings are found without accents and in any letter case, as people are, and by
-- plates written without blanks. PostgreSQL cannot change the expression of a
-- generated column before version 17, so that the column is made again with its index.
drop index booking_search;
alter table bookings drop column search;
alter table bookings add column search text not null generated always as (
  kerb_fold(reference || ' ' || customer_name || ' ' || coalesce(driver_name, '') || ' ' ||
    coalesce(vehicle_number, '') || ' ' || replace(coalesce(vehicle_number, ''), ' ', '') || ' ' || (pickup ->> 'add') || ' ' || (drop_point ->> 'add'))) stored;
-- Whether a word is frequent decides between this index and the newest bookings first; the usual hundred samples say too little.
alter table bookings alter column search set statistics 500;
create index bookings_search on bookings using gin (search gin_trgm_ops);
