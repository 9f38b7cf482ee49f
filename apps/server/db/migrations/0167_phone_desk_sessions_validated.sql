-- no transaction
-- Lets the end of a session find its desks. Every row meets the constraint, because the column is new.
drop index concurrently if exists phone_desks_session;
create index concurrently phone_desks_session on phone_desks (session);
alter table phone_desks validate constraint phone_desks_session_fkey;
