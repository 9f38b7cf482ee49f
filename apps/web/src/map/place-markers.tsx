// Markers of pickup (ring), stops (numbered dots) and drop (square), each with a name for screen readers.

import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Marker } from 'react-map-gl/maplibre';
import { useFormat } from '../lib/use-format.ts';
import type { KerbMapProps } from './kerb-map-props.ts';

interface PlaceMarkersProps {
  pickup?: AddressedPoint | null;
  drop?: AddressedPoint | null;
  waypoints?: readonly AddressedPoint[];
  onMove?: KerbMapProps['onMovePlace'] | undefined;
}

const ink = '#14171F';
const shadow = '0 2px 8px rgb(0 0 0 / 0.35)';

export function PlaceMarkers({ pickup, drop, waypoints = [], onMove }: PlaceMarkersProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <>
      {pickup && (
        <Place point={pickup} name={t('marker_pickup')} onMove={onMove && ((to) => onMove('pickup', to))}>
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
        <Place
          // biome-ignore lint/suspicious/noArrayIndexKey: a stop is known by its place in the order
          key={index}
          point={point}
          name={t('marker_stop', { number: number(index + 1) })}
          onMove={onMove && ((to) => onMove(index, to))}
        >
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
        <Place point={drop} name={t('marker_drop')} onMove={onMove && ((to) => onMove('drop', to))}>
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

interface PlaceProps {
  readonly point: AddressedPoint;
  readonly name: string;
  readonly onMove?: ((to: LatLng) => Promise<boolean>) | undefined;
  readonly children: ReactNode;
}

function Place({ point, name, onMove, children }: PlaceProps) {
  // Position at which the marker was dropped, until its address has been looked up; without an address the marker
  // returns.
  const [letGo, setLetGo] = useState<LatLng | null>(null);
  const { lng, lat } = letGo ?? point;
  const onDragEnd = ({ lngLat }: { lngLat: LatLng }) => {
    const to = { lat: lngLat.lat, lng: lngLat.lng };
    setLetGo(to);
    void onMove?.(to).finally(() => setLetGo((at) => (at === to ? null : at)));
  };
  return (
    <Marker
      longitude={lng}
      latitude={lat}
      anchor="center"
      draggable={onMove !== undefined}
      onDragEnd={onDragEnd}
    >
      <Box role="img" aria-label={`${name}: ${point.add}`} sx={{ cursor: onMove ? 'grab' : undefined }}>
        {children}
      </Box>
    </Marker>
  );
}
