-- Notices go by e-mail too; and one that was read in the app before it was pushed is not one that failed.
alter table notice_delivery
  drop constraint notice_delivery_channel_check,
  add constraint notice_delivery_channel_check check (channel in ('push', 'sms', 'email')),
  drop constraint notice_delivery_state_check,
  add constraint notice_delivery_state_check check (state in ('waiting', 'sent', 'failed', 'expired', 'read'));
