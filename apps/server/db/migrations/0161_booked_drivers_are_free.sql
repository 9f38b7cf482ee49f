-- Later bookings that were accepted before the search began, and whose search has not begun, do not occupy their driver.
with ahead as (
  update bookings
  set pickup_promised_at = tripdate
  where status = 'ACCEPTED' and book_later and follows is null and pickup_promised_at is null and set_out_at is null
    and dispatch_at > extract(epoch from now()) * 1000
  returning driver
)
update drivers set queue = false where uid in (select driver from ahead);
