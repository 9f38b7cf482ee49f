// Front door of identity: people, roles, sign-in rules.
export * from './demo-people.ts';
export * from './user.schema.ts';
