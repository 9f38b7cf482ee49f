-- The second factor of admins and fleet admins: passkeys, an authenticator app, recovery codes, and proofs under way.

-- When this session last proved a second factor, ms since the epoch; null while it has not.
alter table sessions add column second_factor_at bigint;

-- A person's authenticator app: its secret is encrypted with the secret of the installation.
create table second_factor_authenticators (
  uid uuid primary key references users (uid) on delete cascade,
  sealed_secret bytea not null,
  -- The time step of the last code that was accepted: that code and earlier ones are not accepted again.
  last_step bigint not null,
  added_at bigint not null,
  last_used_at bigint
);

create table second_factor_passkeys (
  id uuid primary key,
  uid uuid not null references users (uid) on delete cascade,
  -- base64url, as the browser names the credential
  credential_id text not null unique check (credential_id <> ''),
  public_key bytea not null,
  -- 0 with authenticators that do not count
  signature_counter bigint not null check (signature_counter >= 0),
  transports text[] not null default '{}',
  name text not null check (name <> ''),
  added_at bigint not null,
  last_used_at bigint
);
create index second_factor_passkeys_uid on second_factor_passkeys (uid);

-- One-time recovery codes as keyed hashes; a code that was used is gone.
create table second_factor_recovery_codes (
  uid uuid not null references users (uid) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (uid, code_hash)
);

-- What a session was given to answer: a passkey's challenge, or the sealed secret of an authenticator app to confirm.
create table second_factor_challenges (
  session uuid not null references sessions (id) on delete cascade,
  purpose text not null check (purpose in ('passkey_registration', 'passkey_proof', 'authenticator')),
  challenge text not null,
  expires_at bigint not null,
  primary key (session, purpose)
);

-- Wrong codes in a row, of a person and of a session; the person waits longer after each one.
create table second_factor_attempts (
  uid uuid primary key references users (uid) on delete cascade,
  failures integer not null default 0 check (failures >= 0),
  last_failed_at bigint not null default 0,
  paused_until bigint not null default 0
);
alter table sessions add column second_factor_failures integer not null default 0;
