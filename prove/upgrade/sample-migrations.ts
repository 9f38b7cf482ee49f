// Migrations that are applied after those of the repository: allowed ones, and planted faults.

export interface SampleMigration {
  readonly title: string;
  readonly name: string;
  readonly sql: string;
}

/** Each kind of change of a large table that the rules for migrations allow. */
export const allowed: readonly SampleMigration[] = [
  {
    title: 'a column with a constant default, and a constraint that is not validated',
    name: '9001_upgrade_column.sql',
    sql: `alter table bookings add column upgrade_note text not null default '', add column upgrade_by uuid;
      alter table bookings add constraint bookings_upgrade_note check (length(upgrade_note) < 100) not valid`,
  },
  {
    title: 'an index and a validation without a transaction',
    name: '9002_upgrade_index.sql',
    sql: `-- no transaction
create index concurrently if not exists bookings_upgrade on bookings (upgrade_by, tripdate);
alter table bookings validate constraint bookings_upgrade_note;
`,
  },
  {
    title: 'a column that is dropped',
    name: '9003_upgrade_drop.sql',
    sql: 'alter table bookings drop column upgrade_note',
  },
];

/** Each blocks calls while it reads or writes the table. */
export const planted: readonly SampleMigration[] = [
  {
    title: 'a column with a volatile default rewrites the table',
    name: '9101_upgrade_volatile.sql',
    sql: 'alter table bookings add column planted_id uuid not null default gen_random_uuid()',
  },
  {
    title: 'an index is built in the transaction',
    name: '9102_upgrade_index.sql',
    sql: 'create index bookings_planted on bookings (reference, customer, tripdate, status)',
  },
  {
    title: 'a column gets another type',
    name: '9103_upgrade_type.sql',
    sql: 'alter table bookings alter column upgrade_wait type bigint',
  },
];
