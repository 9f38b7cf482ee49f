-- Accounts of riders that were deleted before the places of their trips' steps were rounded: a step may be their door.
update booking_timeline_entries entry
set lat = round(entry.lat::numeric, 2)::float8, lng = round(entry.lng::numeric, 2)::float8
from bookings b join users u on u.uid = b.customer
where b.id = entry.booking and u.deleted_at is not null and entry.lat is not null;
