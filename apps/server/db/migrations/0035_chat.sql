-- The chat of a booking's rider with its driver, how far each has read, and the messages.
create table chat (
  booking uuid not null references booking on delete cascade,
  driver uuid not null,
  customer uuid not null,
  -- the specification's key: customer and driver
  chat_key text not null generated always as (customer::text || '_' || driver::text) stored,
  -- of the newest message; messages are numbered from 1
  last_seq integer not null default 0,
  rider_read integer not null default 0,
  driver_read integer not null default 0,
  -- one of the two has deleted the account
  erased boolean not null default false,
  primary key (booking, driver),
  check (rider_read between 0 and last_seq and driver_read between 0 and last_seq)
);
create index chat_customer on chat (customer);
create index chat_driver on chat (driver);

create table chat_message (
  booking uuid not null,
  driver uuid not null,
  seq integer not null check (seq > 0),
  id uuid not null unique,
  source text not null check (source in ('rider', 'driver')),
  sender uuid not null,
  message text not null check (length(message) between 1 and 1000),
  at bigint not null,
  primary key (booking, driver, seq),
  foreign key (booking, driver) references chat on delete cascade
);
create index chat_message_sender on chat_message (sender);
