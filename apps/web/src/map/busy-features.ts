// Converts busy places to GeoJSON polygons.
import type { BusyPlaces } from '@kerb/contract';
import { cellPolygons } from './cell-polygons.ts';

export const busyFeatures = (cells: BusyPlaces['cells']) => cellPolygons(cells, ({ level }) => ({ level }));
