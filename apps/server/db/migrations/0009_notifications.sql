-- The development inbox: messages that would have been sent, when no real sender is configured.
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
