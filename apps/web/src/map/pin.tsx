// Pin for choosing a place on the map: draggable, and movable with the arrow keys in steps of screen pixels.
import type { LatLng } from '@kerb/domain/geo';
import Box from '@mui/material/Box';
import { type KeyboardEvent, useEffect } from 'react';
import { Marker, useMap } from 'react-map-gl/maplibre';
import type { KerbMapProps } from './kerb-map-props.ts';

const ink = '#14171F';
const stepPx = 12;

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [0, -stepPx],
  ArrowDown: [0, stepPx],
  ArrowLeft: [-stepPx, 0],
  ArrowRight: [stepPx, 0],
};

export function Pin({ point, name, onMove }: NonNullable<KerbMapProps['pin']>) {
  const { current: map } = useMap();
  const { lat, lng } = point;
  useEffect(() => {
    // Centres the map on the pin if it is outside the visible area.
    if (map && !map.getBounds().contains([lng, lat])) map.easeTo({ center: [lng, lat], duration: 0 });
  }, [map, lat, lng]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!map || !step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = map.project([lng, lat]);
    const to = map.unproject([at.x + step[0], at.y + step[1]]);
    onMove({ lat: to.lat, lng: to.lng });
  };
  const moveTo = ({ lngLat }: { lngLat: LatLng }) => onMove({ lat: lngLat.lat, lng: lngLat.lng });
  return (
    <Marker longitude={lng} latitude={lat} anchor="bottom" draggable onDragEnd={moveTo} style={{ zIndex: 2 }}>
      <Box
        role="button"
        tabIndex={0}
        aria-label={name}
        data-testid="map-pin"
        onKeyDown={onKeyDown}
        sx={{ cursor: 'grab', display: 'block', '& svg': { display: 'block' } }}
      >
        <svg width="40" height="52" viewBox="0 0 40 52" aria-hidden="true" focusable="false">
          <path
            d="M20 51C20 51 37 31 37 19A17 17 0 0 0 3 19C3 31 20 51 20 51Z"
            fill={ink}
            stroke="#FFFFFF"
            strokeWidth="2.5"
          />
          <circle cx="20" cy="19" r="6.5" fill="#FFC400" />
        </svg>
      </Box>
    </Marker>
  );
}
