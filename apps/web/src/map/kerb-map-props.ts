// What a screen passes to the map; shared by the lazy map and its layers.
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import type { ReactNode } from 'react';
import type { MapPadding } from '../ui/map-padding.ts';
import type { Car } from './car-motion.ts';

export interface KerbMapProps {
  /** What the map shows, in a sentence, for people who do not see it. */
  description: string;
  pickup?: AddressedPoint | null;
  drop?: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
  /** Encoded polyline (precision 5) of the whole route. */
  route?: string | null;
  /** Encoded polyline of the way still ahead, drawn stronger. */
  ahead?: string | null;
  /** Encoded polyline of the way driven so far, in a colour of its own. */
  trail?: string | null;
  /** Encoded polyline of the roads a finished trip was driven on; the route is then drawn dashed below it. */
  driven?: string | null;
  /** Latest positions; the map glides between them. */
  cars?: readonly Car[];
  /** What a sheet covers, in px: points are fitted into the rest. */
  padding?: MapPadding;
  /** Keeps the cars in view as they move, until the person moves the map. */
  follow?: boolean;
  /** A click or tap on the map. */
  onPick?: (point: LatLng) => void;
  /** A place that is being chosen: a pin to drag, named for screen readers. */
  pin?: { readonly point: LatLng; readonly name: string; readonly onMove: (point: LatLng) => void } | null;
  /** Lets pickup, stops (by their place in the order) and drop be dragged; answers whether the place was taken. */
  onMovePlace?: (place: 'pickup' | 'drop' | number, point: LatLng) => Promise<boolean>;
  /** Further points to bring into view, such as those of a layer. */
  fitPoints?: readonly LatLng[];
  /** The name of this map among several on one page; "Map" without it. */
  name?: string;
  /** Where the map begins while there are no places to fit; the city without one. */
  center?: LatLng | null;
  /** Zoom it begins with. */
  zoom?: number;
  /** Brought into view when it changes. */
  focus?: LatLng | null;
  /** Stands in place of the map until it is drawn; quiet streets without it. */
  still?: ReactNode;
  /** True: only `still` is shown, and nothing of the map is loaded. */
  waits?: boolean;
  /** Layers of one screen alone, drawn over the rest. */
  children?: ReactNode;
}
