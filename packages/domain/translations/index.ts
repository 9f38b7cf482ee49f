// Entry point of translations: the schemas of texts in several languages. The functions that select a text are in the
// kernel, without zod, because a visitor's first page loads them.
export * from './translations.schema.ts';
