// OpenStreetMap data in memory, and a writer of .osm.pbf files for tests and the city tools.

export * from './grid-city.ts';
export * from './osm-elements.ts';
export * from './write-osm-pbf.ts';
