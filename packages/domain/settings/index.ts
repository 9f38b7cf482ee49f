// Entry point of settings: their schemas, for reading and for input.
export * from './settings.schema.ts';
export * from './settings-input.ts';
export * from './web-address.ts';
