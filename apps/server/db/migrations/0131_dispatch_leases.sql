-- Which server searches for drivers, for how long, and under which number. The number grows whenever another server takes
-- the lease: what is recorded under an older one is refused.
create table dispatch_leases (
  region text primary key,
  holder uuid not null,
  token bigint not null check (token > 0),
  -- ms since the epoch, by the database's clock
  expires_at bigint not null
);
