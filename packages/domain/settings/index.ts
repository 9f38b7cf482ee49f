// Entry point of settings.
export * from './settings.schema.ts';
export * from './settings-input.ts';
export * from './web-address.ts';
