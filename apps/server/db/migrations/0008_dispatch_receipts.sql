-- Dispatch receipts: each round in which drivers were looked for, and every driver weighed in it.
create table dispatch_round (
  id uuid primary key,
  booking uuid not null,
  number integer not null check (number > 0),
  at bigint not null,
  policy text not null,
  -- how many drivers were asked
  asked integer not null check (asked >= 0),
  -- until when this round stands: the drivers asked have answered by then, or it is time to look again
  ends_at bigint not null,
  -- two servers that start the same round: one of them fails here
  constraint dispatch_round_once unique (booking, number)
);

create table dispatch_candidate (
  round uuid not null references dispatch_round on delete cascade,
  driver uuid not null,
  distance_km double precision check (distance_km >= 0),
  eta_secs integer check (eta_secs >= 0),
  -- why this driver was not asked; null when only the policy decided
  gate text,
  asked boolean not null,
  primary key (round, driver),
  constraint dispatch_candidate_asked_through_gates check (not asked or gate is null)
);
