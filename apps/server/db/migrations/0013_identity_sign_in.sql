-- From where codes are asked for, solutions of challenges that were used, and social sign-ins.

-- The network of the caller (IPv4 /24, IPv6 /48); null for the simulator's people, who count for nobody.
alter table otp_challenges add column network text;
create index otp_challenges_network on otp_challenges (network, created_at desc) where network is not null;

create table captcha_solutions (
  id text primary key,
  expires_at bigint not null
);
create index captcha_solutions_expires on captcha_solutions (expires_at);

-- Who a person is at a provider. A provider's subject belongs to one account, and an account has one of each.
create table social_identities (
  provider text not null check (provider in ('google', 'facebook', 'apple')),
  subject text not null check (subject <> ''),
  uid uuid not null references users (uid) on delete cascade,
  connected_at bigint not null,
  primary key (provider, subject),
  unique (uid, provider)
);

-- Social sign-ins on their way: the browser is at the provider, and comes back with the state and its own cookie.
create table social_sign_ins (
  state text primary key,
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  provider text not null check (provider in ('google', 'facebook', 'apple')),
  nonce text not null,
  code_verifier text not null,
  -- where in the app to go afterwards; '' for the role's home
  next text not null default '',
  -- set when the sign-in connects the provider to the account signed in here
  link_uid uuid references users (uid) on delete cascade,
  expires_at bigint not null
);
create index social_sign_ins_link_uid on social_sign_ins (link_uid);
create index social_sign_ins_expires on social_sign_ins (expires_at);
