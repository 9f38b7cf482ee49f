// Entry point for the OpenAPI document: names, examples and tags. The web app must not import it.
export * from './components.ts';
export * from './example-of.ts';
export * from './media.ts';
export * from './problem.ts';
export * from './tags.ts';
