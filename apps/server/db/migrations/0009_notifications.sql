-- Notices told to people, and the development inbox: messages that would have been sent without a real sender.
create table notices (
  -- the event the notice comes from: an event heard twice tells nobody twice
  position bigint not null,
  uid uuid not null references users (uid) on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  screen text not null,
  params jsonb not null default '{}',
  at bigint not null,
  primary key (position, uid)
);
create index notices_uid on notices (uid, at desc);
create index notices_at on notices (at);

create table dev_inbox (
  seq bigint generated always as identity primary key,
  id uuid not null unique,
  channel text not null check (channel in ('sms', 'push', 'email')),
  recipient text not null,
  title text not null default '',
  body text not null,
  otp text,
  screen text,
  params jsonb not null default '{}',
  at bigint not null
);
create index dev_inbox_recipient on dev_inbox (recipient, seq desc);
