-- The offers of a driver, newest first, for their acceptance rate.
create index booking_requests_driver on booking_requests (driver, requested_at desc);
