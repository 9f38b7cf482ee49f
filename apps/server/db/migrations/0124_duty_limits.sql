-- When each driver on duty reaches a limit of the settings; ms since the epoch.
alter table drivers
  -- null off duty, without limits, and until it is computed
  add column duty_until bigint,
  -- the driver was notified that this end is near
  add column duty_warned boolean not null default false;

create index drivers_duty_until on drivers (duty_until) where driver_active_status;
