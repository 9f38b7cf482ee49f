-- Licence pictures of people about to sign up as drivers: used once, or thrown away with their file after a day.
create table signup_licenses (
  id uuid primary key,
  storage_key text not null unique,
  created_at bigint not null,
  expires_at bigint not null check (expires_at > created_at)
);
create index signup_licenses_expires_at on signup_licenses (expires_at);
