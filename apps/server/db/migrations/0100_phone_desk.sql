-- What dispatchers write down about a rider.
create table rider_notes (
  rider uuid primary key references users (uid),
  notes text not null,
  -- The admin who wrote them last.
  written_by uuid not null references users (uid),
  written_at bigint not null
);
create index rider_notes_written_by on rider_notes (written_by);

-- Admins who take calls, and at which telephone.
create table phone_desks (
  uid uuid primary key references users (uid),
  -- As the telephone system names it; null for calls of every extension that no desk has.
  extension text,
  since bigint not null
);

-- Calls that the telephone system announced, for a day.
create table phone_calls (
  id uuid primary key,
  -- The telephone system's own id.
  call text not null unique,
  -- E.164 where it can be read so; null for a hidden number.
  caller text,
  extension text,
  at bigint not null,
  taken_by uuid references users (uid),
  taken_at bigint
);
create index phone_calls_at on phone_calls (at);
create index phone_calls_taken_by on phone_calls (taken_by) where taken_by is not null;

-- A link that was texted when the trip was booked lives until after the trip, which may be weeks ahead.
alter table share_links add column trip_at bigint;
