-- no transaction
-- A call for help after the booking got another driver is an alert of its own, with that driver and their car: admins
-- would otherwise act on the driver of the first call.
create unique index concurrently if not exists safety_alerts_one_by_caller_and_driver
  on safety_alerts (booking, kind, raised_by, caller, driver) nulls not distinct
  where resolved_at is null or over_at is null;
drop index concurrently if exists safety_alerts_one_by_caller;
