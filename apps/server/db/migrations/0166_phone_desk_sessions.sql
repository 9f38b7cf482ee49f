-- The session in which an admin takes calls: its end ends that too. Null for desks of before.
alter table phone_desks add column session uuid;
alter table phone_desks add constraint phone_desks_session_fkey
  foreign key (session) references sessions (id) on delete cascade not valid;
