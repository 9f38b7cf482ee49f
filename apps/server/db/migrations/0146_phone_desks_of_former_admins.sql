-- Phone desks of users who are no longer approved admins: calls to their extensions rang at no desk.
delete from phone_desks
where uid not in (select uid from users where usertype = 'admin' and approved and deleted_at is null);
