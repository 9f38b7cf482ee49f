-- What a trail gave away is over with its trip: such an alert is closed by nobody. A call for help waits for somebody.
alter table safety_alert drop constraint safety_alert_check2;
alter table safety_alert
  add constraint safety_alert_resolved check (
    (resolved_at is null) = (note is null)
    and (resolved_by is null or resolved_at is not null)
    and (resolved_by is not null or resolved_at is null or kind <> 'panic'));
