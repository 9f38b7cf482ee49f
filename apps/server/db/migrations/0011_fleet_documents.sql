-- Pictures of drivers' documents: the newest of each kind counts, and one that has expired keeps tasks away.
create table driver_documents (
  id uuid primary key,
  uid uuid not null references drivers (uid) on delete cascade,
  kind text not null check (kind in ('licenseImage', 'img1', 'img2', 'img3', 'img4')),
  storage_key text not null unique,
  content_type text not null,
  uploaded_at bigint not null,
  -- the last day, in the operator's time zone, on which the document is valid
  expires_on date,
  -- days before the end at which the driver was last reminded
  reminded_days integer
);
create unique index driver_documents_newest on driver_documents (uid, kind);
create index driver_documents_expires on driver_documents (expires_on) where expires_on is not null;

-- the moment the first of the driver's documents runs out, kept with every change of a document
alter table drivers add column documents_valid_until bigint;
