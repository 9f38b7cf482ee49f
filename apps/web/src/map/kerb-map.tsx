// The map of every screen: loads when needed, says in words what it shows, and steps aside where it cannot run.

import Box from '@mui/material/Box';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { KerbMapProps } from './kerb-map-props.ts';
import { MapSkeleton } from './map-skeleton.tsx';

// Few devices need it.
const MapUnavailable = lazy(async () => ({
  default: (await import('./map-unavailable.tsx')).MapUnavailable,
}));
const MapView = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }));

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

/** The map where this device can draw it, else its description in words. */
function DrawnMap(props: KerbMapProps) {
  const [supported] = useState(hasWebGl);
  const unavailable = <MapUnavailable description={props.description} padding={props.padding} />;
  return (
    <Suspense fallback={props.still ?? <MapSkeleton />}>
      {supported ? (
        <ErrorBoundary fallback={unavailable}>
          <MapView {...props} />
        </ErrorBoundary>
      ) : (
        unavailable
      )}
    </Suspense>
  );
}

export function KerbMap(props: KerbMapProps) {
  const { t } = useTranslation();
  return (
    // Isolated, so that the map's controls never lie over a sheet or a card.
    <Box
      component="section"
      aria-label={props.name ?? t('map')}
      sx={{ position: 'absolute', inset: 0, isolation: 'isolate' }}
    >
      {props.waits ? props.still : <DrawnMap {...props} />}
    </Box>
  );
}
