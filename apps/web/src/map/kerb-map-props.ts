// Props that a screen passes to the map, shared by the lazily loaded map and its layers.
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import type { ReactNode } from 'react';
import type { MapPadding } from '../ui/map-padding.ts';
import type { Car } from './car-motion.ts';

export interface KerbMapProps {
  /** Describes the map in a sentence, for screen readers. */
  description: string;
  pickup?: AddressedPoint | null;
  drop?: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
  /** Encoded polyline (precision 5) of the whole route. */
  route?: string | null;
  /** Encoded polyline of the remaining route, drawn stronger. */
  ahead?: string | null;
  /** Encoded polyline of the positions driven so far, in its own colour. */
  trail?: string | null;
  /** Encoded polyline of the roads a finished trip was driven on; the route is then drawn dashed below it. */
  driven?: string | null;
  /** Latest positions; the map glides between them. */
  cars?: readonly Car[];
  /** Edges of the map covered by a sheet, in px; points are fitted into the rest. */
  padding?: MapPadding;
  /** Keeps moving cars in view, until the user moves the map. */
  follow?: boolean;
  /** A click or tap on the map. */
  onPick?: (point: LatLng) => void;
  /** A draggable pin for choosing a place, with a name for screen readers. */
  pin?: { readonly point: LatLng; readonly name: string; readonly onMove: (point: LatLng) => void } | null;
  /** Makes pickup, stops (by index) and drop draggable; resolves to whether the new place was accepted. */
  onMovePlace?: (place: 'pickup' | 'drop' | number, point: LatLng) => Promise<boolean>;
  /** Further points to bring into view, such as those of a layer. */
  fitPoints?: readonly LatLng[];
  /** The accessible name of this map when a page has several; "Map" by default. */
  name?: string;
  /** Initial centre while there are no places to fit; the city's centre by default. */
  center?: LatLng | null;
  /** Initial zoom level. */
  zoom?: number;
  /** A point to which the map moves when it changes. */
  focus?: LatLng | null;
  /** Placeholder until the map is drawn; a skeleton by default. */
  still?: ReactNode;
  /** When true, only `still` is rendered and the map's code is not loaded. */
  waits?: boolean;
  /** Additional layers of a screen, drawn above the others. */
  children?: ReactNode;
}
