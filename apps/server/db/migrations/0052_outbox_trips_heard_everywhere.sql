-- Which trip a driver is on and whose driver he is are forgotten on every server, by no subscriber any more: a place that nobody moves would keep all events for good.
delete from outbox_cursor where subscriber in ('tracking.on-booking-changed', 'tracking.on-user-changed');
