-- How often in a row a push service did not take this installation's signature for the device: another VAPID key than it subscribed with.
alter table push_device add column denied integer not null default 0 check (denied >= 0);
-- The count is no news of whose the newest installation is.
drop trigger push_device_newest on push_device;
create trigger push_device_newest after insert or delete or update of session, uid, platform, token, set_at on push_device
  for each row execute function push_device_newest();
