// Entry point of the countries: the embedded list and their dial codes.
export * from './countries.ts';
export * from './dial-code.ts';
