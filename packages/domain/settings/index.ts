// Front door of settings.
export * from './settings.schema.ts';
