-- What riders report about a ride to the operator: a lost item, or a question, in their own words.
alter table safety_alerts
  add column message text,
  drop constraint safety_alert_kind_check,
  drop constraint safety_alert_check,
  drop constraint safety_alert_resolved;
alter table safety_alerts
  add constraint safety_alerts_kind check (kind in ('panic', 'standstill', 'off_route', 'lost_item', 'help')),
  add constraint safety_alerts_raised_by
    check ((kind in ('panic', 'lost_item', 'help')) = (raised_by is not null)),
  add constraint safety_alerts_message check ((kind in ('lost_item', 'help')) = (message is not null)),
  -- Only what the positions of a trip showed is closed by its end.
  add constraint safety_alerts_resolved check (
    (resolved_at is null) = (note is null)
    and (resolved_by is null or resolved_at is not null)
    and (resolved_by is not null or resolved_at is null or kind in ('standstill', 'off_route')));
