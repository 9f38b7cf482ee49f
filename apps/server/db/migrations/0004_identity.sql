-- People, their sessions, sign-in codes and saved addresses. Times are ms since the epoch.
create table users (
  uid uuid primary key,
  usertype text not null check (usertype in ('rider', 'driver', 'admin', 'fleetadmin')),
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  mobile text not null default '' check (mobile = '' or mobile ~ '^\+[1-9][0-9]{6,14}$'),
  login_type text not null default 'mobile' check (login_type in ('email', 'mobile', 'facebook', 'google', 'apple')),
  lang_locale text,
  date_locale text,
  approved boolean not null default true,
  created_by_admin boolean not null default false,
  referral_id text not null,
  signup_via_referral text,
  profile_image text,
  push_token text,
  user_platform text check (user_platform in ('ANDROID', 'IOS', 'WEB')),
  bank_name text not null default '',
  bank_code text not null default '',
  bank_account text not null default '',
  rating_count integer not null default 0 check (rating_count >= 0),
  rating_sum integer not null default 0 check (rating_sum between rating_count and rating_count * 5),
  created_at bigint not null,
  updated_at bigint not null,
  check ((lang_locale is null) = (date_locale is null))
);
create unique index users_email_key on users (lower(email)) where email <> '';
create unique index users_mobile_key on users (mobile) where mobile <> '';
create unique index users_referral_key on users (lower(referral_id));
create index users_usertype_created on users (usertype, created_at desc, uid);

-- Only the SHA-256 of a session token is kept: a copy of this table signs nobody in.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  uid uuid not null references users (uid) on delete cascade,
  created_at bigint not null,
  last_seen_at bigint not null,
  expires_at bigint not null
);
create index sessions_uid on sessions (uid);
create index sessions_expires on sessions (expires_at);

-- Only an HMAC of the code is kept. A challenge ends by use, by cancelling, by time or by five checks.
create table otp_challenges (
  id uuid primary key,
  mobile text not null,
  code_mac bytea not null,
  checks integer not null default 0 check (checks between 0 and 5),
  created_at bigint not null,
  expires_at bigint not null,
  ended_at bigint
);
create index otp_challenges_mobile on otp_challenges (mobile, created_at desc);
create index otp_challenges_created on otp_challenges (created_at);

create table saved_addresses (
  id uuid primary key,
  uid uuid not null references users (uid) on delete cascade,
  description text not null,
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  count integer not null default 1 check (count > 0),
  updated_at bigint not null
);
create index saved_addresses_uid on saved_addresses (uid, count desc, updated_at desc);
