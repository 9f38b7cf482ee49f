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

/**
 * Whether the browser has WebGL 2. Whether the device has it too is known once the map starts: creating a context only
 * to find out takes up to half a second without a graphics card.
 */
const hasWebGl = (): boolean => 'WebGL2RenderingContext' in window;

export function DrawnMap(props: KerbMapProps) {
  const [isSupported, setSupported] = useState(hasWebGl);
  const unavailable = <MapUnavailable description={props.description} padding={props.padding} />;
  return (
    <Suspense fallback={props.still ?? <MapSkeleton />}>
      {isSupported ? (
        <ErrorBoundary fallback={unavailable}>
          <MapView {...props} onStartFailed={() => setSupported(false)} />
        </ErrorBoundary>
      ) : (
        unavailable
      )}
    </Suspense>
  );
}
