// Entry point of countries: the embedded list and its dial codes.
export * from './countries.ts';
export * from './dial-code.ts';
