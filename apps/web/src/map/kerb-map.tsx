// Component with which every screen shows a map; loads the map's code when it is first needed.

import Box from '@mui/material/Box';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { KerbMapProps } from './kerb-map-props.ts';
import { MapSkeleton } from './map-skeleton.tsx';

const DrawnMap = lazy(async () => ({ default: (await import('./drawn-map.tsx')).DrawnMap }));

export function KerbMap(props: KerbMapProps) {
  const { t } = useTranslation();
  return (
    // A stacking context of its own, so that the map's controls never appear above a sheet or a card.
    <Box
      component="section"
      aria-label={props.name ?? t('map')}
      sx={{ position: 'absolute', inset: 0, isolation: 'isolate' }}
    >
      {props.waits ? (
        props.still
      ) : (
        <Suspense fallback={props.still ?? <MapSkeleton />}>
          <DrawnMap {...props} />
        </Suspense>
      )}
    </Box>
  );
}
