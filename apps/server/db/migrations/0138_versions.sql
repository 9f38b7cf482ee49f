-- Incremented by each edit, so that an edit based on an outdated promo or vehicle is rejected.
alter table promos add column version integer not null default 1;
alter table vehicles add column version integer not null default 1;
