-- Calls for help, and what the positions of a trip gave away by themselves.
create table safety_alert (
  id uuid primary key,
  booking uuid not null references booking on delete cascade,
  kind text not null check (kind in ('panic', 'standstill', 'off_route')),
  raised_by text check (raised_by in ('rider', 'driver')),
  at bigint not null,
  -- pressed, or seen, once more
  last_at bigint not null,
  times integer not null default 1 check (times > 0),
  lat double precision,
  lng double precision,
  -- when the positions showed that the car moved on, or was back on its way; a call for help is over at once
  over_at bigint,
  resolved_at bigint,
  resolved_by uuid,
  note text,
  check ((kind = 'panic') = (raised_by is not null)),
  check ((lat is null) = (lng is null)),
  check ((resolved_at is null) = (resolved_by is null) and (resolved_at is null) = (note is null))
);
create index safety_alert_booking on safety_alert (booking);
create index safety_alert_open on safety_alert (id desc) where resolved_at is null;
-- One alert an episode: while somebody has yet to take care of it, and while it lasts.
create unique index safety_alert_one_an_episode on safety_alert (booking, kind)
  where resolved_at is null or over_at is null;
