// Pickup, stops and drop on the map: a ring, numbered dots, a square, each with a name for screen readers.

import type { AddressedPoint } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { useFormat } from '../lib/use-settings.ts';

interface PlaceMarkersProps {
  pickup?: AddressedPoint | null;
  drop?: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
}

const ink = '#14171F';
const shadow = '0 2px 8px rgb(0 0 0 / 0.35)';

export function PlaceMarkers({ pickup, drop, waypoints = [] }: PlaceMarkersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      {pickup && (
        <Place point={pickup} name={t('marker_pickup')}>
          <Box
            sx={{
              width: 22,
              height: 22,
              borderRadius: '50%',
              bgcolor: '#FFFFFF',
              border: `7px solid ${ink}`,
              boxShadow: shadow,
            }}
          />
        </Place>
      )}
      {waypoints.map((point, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a stop is known by its place in the order
        <Place key={index} point={point} name={t('marker_stop', { number: number(index + 1) })}>
          <Box
            sx={{
              display: 'grid',
              placeItems: 'center',
              width: 24,
              height: 24,
              borderRadius: '50%',
              bgcolor: '#FFFFFF',
              border: `2px solid ${ink}`,
              color: ink,
              fontSize: '0.75rem',
              fontWeight: 700,
              boxShadow: shadow,
            }}
          >
            {number(index + 1)}
          </Box>
        </Place>
      ))}
      {drop && (
        <Place point={drop} name={t('marker_drop')}>
          <Box
            sx={{
              display: 'grid',
              placeItems: 'center',
              width: 24,
              height: 24,
              borderRadius: '6px',
              bgcolor: ink,
              border: '2px solid #FFFFFF',
              boxShadow: shadow,
            }}
          >
            <Box sx={{ width: 8, height: 8, bgcolor: 'secondary.main' }} />
          </Box>
        </Place>
      )}
    </>
  );
}

function Place({ point, name, children }: { point: AddressedPoint; name: string; children: ReactNode }) {
  return (
    <Marker longitude={point.lng} latitude={point.lat} anchor="center">
      <Box role="img" aria-label={`${name}: ${point.add}`}>
        {children}
      </Box>
    </Marker>
  );
}
