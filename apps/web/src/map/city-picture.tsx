// The city's still picture, loaded when a map first shows it, with the map's placeholder until then.
import { lazy, Suspense } from 'react';
import { MapSkeleton } from './map-skeleton.tsx';
import type { StillMapProps } from './still-map.tsx';

const StillMap = lazy(async () => ({ default: (await import('./still-map.tsx')).StillMap }));

/** The middle of the map, with the attribution in its lower corner. */
const wholeMap = {
  middle: { x: { xs: '50%', md: '50%' }, y: { xs: '50%', md: '50%' } },
  noticeAbove: { xs: '0px', md: '0px' },
} as const;

type CityPictureProps = Pick<StillMapProps, 'description'> & Partial<StillMapProps>;

export function CityPicture(props: CityPictureProps) {
  return (
    <Suspense fallback={<MapSkeleton />}>
      <StillMap {...wholeMap} {...props} />
    </Suspense>
  );
}
