// Renders the map if the device supports WebGL, else its description as text.
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import type { KerbMapProps } from './kerb-map-props.ts';
import { MapSkeleton } from './map-skeleton.tsx';

// Loaded lazily, because few devices need it.
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

export function DrawnMap(props: KerbMapProps) {
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
