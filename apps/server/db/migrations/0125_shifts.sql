-- When drivers are planned to work: weekly shifts by the city's clock, and days with other hours.
create table shifts (
  id bigint generated always as identity primary key,
  driver uuid not null references drivers (uid) on delete cascade,
  -- ISO 8601: Monday is 1, Sunday is 7.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7),
  -- HH:MM of the city's clock; the shift ends on the next day where until_time is not after from_time.
  from_time text not null check (from_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  until_time text not null check (until_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and until_time <> from_time),
  first_day date not null,
  last_day date check (last_day >= first_day)
);
create index shifts_driver on shifts (driver);

-- Replaces the weekly shifts that begin on the day; no hours: the driver is off.
create table shift_days (
  driver uuid not null references drivers (uid) on delete cascade,
  day date not null,
  hours jsonb not null,
  primary key (driver, day)
);
