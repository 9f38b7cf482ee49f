-- Keyed hashes of the installation's secrets, by which a start notices that one was replaced.
create table secret_fingerprints (
  name text primary key,
  fingerprint bytea not null,
  changed_at timestamptz not null default now()
);
