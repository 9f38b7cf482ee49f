-- The profile photo of each person. Its id is its address and cannot be guessed; a new photo gets a new one.
create table profile_photos (
  id uuid primary key,
  uid uuid not null unique references users (uid) on delete cascade,
  at bigint not null
);
