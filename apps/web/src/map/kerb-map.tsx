// The map of every screen: loads when needed, says in words what it shows, and steps aside where it cannot run.

import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { MapPadding } from '../ui/sheet.tsx';
import type { Car } from './car-motion.ts';
import { MapSkeleton, MapUnavailable } from './map-states.tsx';

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
  /** Where the map begins while there are no places to fit; the city without one. */
  center?: LatLng | null;
  /** Zoom it begins with. */
  zoom?: number;
  /** Brought into view when it changes. */
  focus?: LatLng | null;
  /** Layers of one screen alone, drawn over the rest. */
  children?: ReactNode;
}

const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

export function KerbMap(props: KerbMapProps) {
  const { t } = useTranslation();
  const [supported] = useState(hasWebGl);
  return (
    // Isolated, so that the map's controls never lie over a sheet or a card.
    <Box
      component="section"
      aria-label={t('map')}
      sx={{ position: 'absolute', inset: 0, isolation: 'isolate' }}
    >
      {supported ? (
        <ErrorBoundary fallback={<MapUnavailable description={props.description} />}>
          <Suspense fallback={<MapSkeleton />}>
            <MapView {...props} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <MapUnavailable description={props.description} />
      )}
    </Box>
  );
}
