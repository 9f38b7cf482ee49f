-- Messages that admins write to many people at once. Times are ms since the epoch.
create table notification_campaign (
  id uuid primary key,
  devicetype text not null check (devicetype in ('All', 'ANDROID', 'IOS', 'WEB')),
  usertype text not null check (usertype in ('All', 'rider', 'driver')),
  title text not null check (length(title) between 1 and 100),
  body text not null check (length(body) between 1 and 1000),
  status text not null default 'draft' check (status in ('draft', 'sending', 'sent')),
  created_at bigint not null,
  -- changes with every edit
  version integer not null default 1,
  matched integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  -- the last person whom it was written down for, in the order of uids; and that it was for everybody
  told_until uuid,
  told_all boolean not null default false,
  started_at bigint,
  -- when it was gone on with last
  moved_at bigint,
  finished_at bigint,
  check ((status = 'draft') = (started_at is null)),
  check ((status = 'sent') = (finished_at is not null))
);
create index notification_campaign_list on notification_campaign (created_at desc, id desc);
create index notification_campaign_sending on notification_campaign (moved_at) where status = 'sending';
