// Entry point of translations: the schemas of texts in several languages. The functions that pick a text are in the
// kernel, without zod, because the first page of a visitor uses them.
export * from './translations.schema.ts';
