-- Shared views of users who are no longer admins: only admins may share views with each other.
update saved_views set shared = false
where shared and owner not in (select uid from users where usertype = 'admin');
