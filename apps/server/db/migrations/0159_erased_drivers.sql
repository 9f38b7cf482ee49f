-- Rows of deleted drivers, whose positions are not saved again. Positions that were saved after a deletion are removed.
alter table drivers add column erased boolean not null default false;
update drivers d set erased = true from users u where u.uid = d.uid and u.deleted_at is not null;
delete from driver_positions p using drivers d where d.uid = p.uid and d.erased;
