-- Links that show a trip to somebody else. A token is made from the server's secret and the id, and only its hash is
-- kept: who reads this table cannot open a link.
create table share_link (
  id uuid primary key,
  booking uuid not null references booking on delete cascade,
  shared_by uuid not null,
  -- SHA-256
  token_hash bytea not null unique,
  made_at bigint not null,
  -- by whoever shared it, or because a new one took its place
  ended_at bigint
);
create index share_link_booking on share_link (booking);
create index share_link_made_at on share_link (made_at);
create unique index share_link_one_at_a_time on share_link (booking, shared_by) where ended_at is null;
