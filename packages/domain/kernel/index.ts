// Entry point of the kernel: errors, ids, units and money used by all modules.
export * from './amount-input.ts';
export * from './errors.ts';
export * from './ids.ts';
export * from './invisible-characters.ts';
export * from './money.ts';
export * from './period-before.ts';
export * from './reference.ts';
export * from './row-version.ts';
export * from './time.ts';
export * from './translations.ts';
export * from './units.ts';
export * from './wall-time.ts';
