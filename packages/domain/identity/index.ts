// Front door of identity: people, roles, sign-in rules.
export * from './user.schema.ts';
