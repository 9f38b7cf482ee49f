-- no transaction
-- The amount of a cancelled booking is its cancellation fee, as the table shows it.
drop index concurrently if exists bookings_by_final_amount;
create index concurrently bookings_by_final_amount on bookings (
  (case when status = 'CANCELLED' then cancellation_fee else trip_cost - discount_amount end), id);
drop index concurrently if exists bookings_by_amount;
