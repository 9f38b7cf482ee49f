-- An admin may remove the second factor of another one; the audit trail of that person says so.
alter table user_audit drop constraint user_audit_action_check;
alter table user_audit add constraint user_audit_action_check check (action in
  ('add', 'edit', 'approve', 'refuse', 'disable', 'enable', 'delete', 'document', 'wallet', 'second_factor'));
