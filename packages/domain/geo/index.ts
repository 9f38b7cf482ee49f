// Front door of geography: points, distances, polylines, trails.
export * from './lat-lng.schema.ts';
