-- What each server keeps in memory is forgotten on every server, by no subscriber any more: a place that nobody moves would keep all events for good.
delete from outbox_cursor
where subscriber in ('settings.on-settings-changed', 'languages.on-catalog-changed', 'fleet.on-driver-erased', 'fleet.on-catalog-changed');
