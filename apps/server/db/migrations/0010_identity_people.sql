-- Where an account stands and who changed it; what a session is used on; deletion that keeps trips and ledger.
alter table users
  add column review text not null default 'approved' check (review in ('waiting', 'approved', 'refused', 'disabled')),
  -- why somebody was refused or disabled; '' when nobody said
  add column review_reason text not null default '',
  add column reviewed_at bigint,
  -- true once a provider or an admin vouches for the address; only then may a social sign-in find the account by it
  add column email_verified boolean not null default false,
  -- the row of a deleted person stays, without personal data, for what points to it
  add column deleted_at bigint;
update users set review = 'waiting' where not approved;
alter table users add constraint users_approved_is_reviewed check (approved = (review = 'approved'));
create index users_review on users (review, created_at desc) where review <> 'approved';
create index users_signup_via_referral on users (lower(signup_via_referral)) where signup_via_referral is not null;

alter table sessions add column user_agent text not null default '';
create index sessions_last_seen on sessions (last_seen_at);

-- Every change an admin made to a person: the changed fields before and after, with the specification's names.
create table user_audit (
  id uuid primary key,
  uid uuid not null references users (uid) on delete cascade,
  by uuid not null references users (uid),
  at bigint not null,
  action text not null check (action in
    ('add', 'edit', 'approve', 'refuse', 'disable', 'enable', 'delete', 'document', 'wallet')),
  before jsonb not null default '{}' check (jsonb_typeof(before) = 'object'),
  after jsonb not null default '{}' check (jsonb_typeof(after) = 'object')
);
create index user_audit_uid on user_audit (uid, id desc);
create index user_audit_by on user_audit (by);
