-- no transaction
-- Rider and driver of a trip may both call for help: each has an alert of their own. Detected situations have nobody who
-- raised them.
create unique index concurrently if not exists safety_alerts_one_an_episode
  on safety_alerts (booking, kind, raised_by) nulls not distinct
  where resolved_at is null or over_at is null;
drop index concurrently if exists safety_alert_one_an_episode;
