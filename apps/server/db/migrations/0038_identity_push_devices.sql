-- The installations that take push messages: one of each session, gone with it. Times are ms since the epoch.
create table push_device (
  session uuid primary key references sessions (id) on delete cascade,
  uid uuid not null references users (uid) on delete cascade,
  platform text not null check (platform in ('ANDROID', 'IOS', 'WEB')),
  -- of FCM, or for WEB the subscription as JSON
  token text not null check (length(token) between 1 and 4096),
  -- SHA-256 of the token, for WEB of the subscription's endpoint: tokens are too long for an index
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- when the token was told last
  set_at bigint not null
);
create index push_device_uid on push_device (uid, set_at desc);

-- The specification's pushToken and userPlatform are those of the newest installation, however one comes or goes.
create function push_device_newest() returns trigger language plpgsql as $$
begin
  update users set (push_token, user_platform) = (
    select token, platform from push_device where push_device.uid = users.uid order by set_at desc, session desc limit 1)
  where users.uid in (
    select uid from (
      select case when tg_op <> 'INSERT' then old.uid end as uid
      union select case when tg_op <> 'DELETE' then new.uid end) as touched
    where touched.uid is not null);
  return null;
end $$;
create trigger push_device_newest after insert or update or delete on push_device
  for each row execute function push_device_newest();

-- Whose a token is, push_device tells; a token may also be longer than what this index takes.
drop index users_push_token;
