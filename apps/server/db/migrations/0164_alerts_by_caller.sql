-- no transaction
-- Each person's call on a booking is an alert of its own, also after another driver took the booking over. raised_by
-- stays in the key for alerts from before the caller was stored.
create unique index concurrently if not exists safety_alerts_one_by_caller
  on safety_alerts (booking, kind, raised_by, caller) nulls not distinct
  where resolved_at is null or over_at is null;
-- The alerts of a person, for the export and the erasure of their data.
create index concurrently if not exists safety_alerts_caller on safety_alerts (caller) where caller is not null;
create index concurrently if not exists safety_alerts_driver on safety_alerts (driver) where driver is not null;
drop index concurrently if exists safety_alerts_one_an_episode;
