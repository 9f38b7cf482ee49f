-- What people were told, whether they have read it, and how far each way of telling them has come. Times are ms since the epoch.
alter table notices
  add column id uuid not null default gen_random_uuid(),
  -- what the notice comes from, as event:<position>: heard twice, it tells nobody twice
  add column source text,
  add column read_at bigint,
  alter column screen drop not null;
-- Nobody could read them in the app before; none of them is news now.
update notices set source = 'event:' || position, read_at = at;
alter table notices
  drop constraint notices_pkey,
  drop column position,
  alter column source set not null,
  alter column id drop default,
  add primary key (id),
  add unique (source, uid);
drop index notices_uid;
create index notices_uid on notices (uid, at desc, id desc);
create index notices_unread on notices (uid) where read_at is null;
create index notices_booking on notices ((params ->> 'bookingId'));

create table notice_delivery (
  notice uuid not null references notices (id) on delete cascade,
  channel text not null check (channel in ('push', 'sms')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'expired')),
  attempts integer not null default 0,
  -- not tried before; while somebody tries, when the try counts as lost
  next_at bigint not null,
  -- told later it would only mislead
  until bigint not null,
  -- the one installation it is for; null for all of the person's
  only_token text,
  -- those that need no further try, and how many of them took it
  done text[] not null default '{}',
  reached integer not null default 0,
  error text not null default '',
  primary key (notice, channel)
);
create index notice_delivery_waiting on notice_delivery (next_at) where state = 'waiting';
