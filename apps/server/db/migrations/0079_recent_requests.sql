-- A batch of dispatch reads the pickups of the last minutes, in whichever state their bookings are now.
create index bookings_dispatch_at on bookings (dispatch_at);
