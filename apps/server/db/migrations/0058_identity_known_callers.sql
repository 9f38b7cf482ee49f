-- Who may ask for a sign-in code when strangers have used up the number's codes: devices that signed in with the
-- account before, and the networks it signs in from. Times are ms since the epoch.

-- One browser may have signed in with several accounts: the id is the device's, the row is of one account.
create table known_devices (
  device uuid not null,
  uid uuid not null references users (uid) on delete cascade,
  first_sign_in_at bigint not null,
  last_sign_in_at bigint not null,
  primary key (device, uid)
);
create index known_devices_uid on known_devices (uid, last_sign_in_at desc);

-- Only a keyed hash of the network (IPv4 /24, IPv6 /64) is stored, another one for each account.
create table known_networks (
  uid uuid not null references users (uid) on delete cascade,
  network_mac bytea not null check (octet_length(network_mac) = 32),
  first_sign_in_at bigint not null,
  last_sign_in_at bigint not null,
  primary key (uid, network_mac)
);

-- Which of the number's allowances a code was sent on: 'unknown', 'device:<id>' or 'network:<hash>'.
alter table otp_challenges add column allowance text not null default 'unknown';
drop index otp_challenges_mobile;
create index otp_challenges_mobile on otp_challenges (mobile, allowance, created_at desc);

-- When the person was last notified that someone asks for codes to their number.
alter table users add column codes_noticed_at bigint;

-- An address is the account's own once it is verified; until then several accounts may name it.
drop index users_email_key;
create unique index users_email_key on users (lower(email)) where email <> '' and email_verified;
create index users_email on users (lower(email)) where email <> '';
