-- The people of earlier alerts, from their bookings. A booking may have been reassigned after the alert: its driver then
-- accepted later, and the driver before them was not stored.
update safety_alerts alert
set caller = booking.customer
from bookings booking
where booking.id = alert.booking
  and alert.caller is null
  and alert.raised_by = 'rider';
update safety_alerts alert
set driver = booking.driver,
    vehicle_reg_no = booking.vehicle_number,
    caller = case when alert.raised_by = 'driver' then booking.driver else alert.caller end
from bookings booking
where booking.id = alert.booking
  and alert.driver is null
  and booking.driver is not null
  and coalesce(booking.driver_accept_time, 0) <= alert.at;
