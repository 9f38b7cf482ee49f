-- When drivers were on duty and reachable; times are ms since the epoch. Rows older than 400 days are removed.
create table duty_periods (
  id bigint generated always as identity primary key,
  uid uuid not null references drivers (uid) on delete cascade,
  started_at bigint not null,
  -- the last position of the driver in the period; when it began before the first one
  seen_at bigint not null,
  -- null while the driver is on duty
  ended_at bigint,
  constraint duty_periods_order check (started_at <= seen_at and started_at <= ended_at)
);

create unique index duty_periods_one_open on duty_periods (uid) where ended_at is null;
create index duty_periods_of_driver on duty_periods (uid, started_at);
create index duty_periods_started_at on duty_periods (started_at);
