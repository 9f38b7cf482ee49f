// Entry point of geography: points, distances, polylines, trails.

export * from './buffered-positions.ts';
export * from './driver-radius.ts';
export * from './haversine.ts';
export * from './lat-lng.schema.ts';
export * from './measured-line.ts';
export * from './plausible-position.ts';
export * from './polyline.ts';
export * from './trail-sampling.ts';
export * from './trip-meter.ts';
export * from './trip-trace.ts';
