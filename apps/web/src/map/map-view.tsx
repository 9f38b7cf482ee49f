// Renders the map with basemap, lines, places and cars. Loaded lazily, together with MapLibre and its worker.
import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import { type Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributionControl, Map as BaseMap, NavigationControl, useMap } from 'react-map-gl/maplibre';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { useSettings } from '../lib/use-settings.ts';
import { noPadding } from '../ui/map-padding.ts';
import { overMap } from '../ui/over-map.ts';
import { useShownScheme } from '../ui/preferences.tsx';
import { CarMarkers } from './car-markers.tsx';
import { CarsLayer } from './cars-layer.tsx';
import { FitView } from './fit-view.tsx';
import { Focus } from './focus.tsx';
import type { KerbMapProps } from './kerb-map-props.ts';
import { MapLines } from './map-lines.tsx';
import { MapSkeleton } from './map-skeleton.tsx';
import { Pin } from './pin.tsx';
import { PlaceMarkers } from './place-markers.tsx';

setWorkerUrl(workerUrl);

const world = { longitude: -56.17, latitude: -34.9, zoom: 12 };
const noCars: NonNullable<KerbMapProps['cars']> = [];
/** Up to this many cars are DOM markers above the places; more of them are drawn by MapLibre, which is faster. */
const FEW_CARS = 3;

/** Id of the base map's source in the style that the server sends. */
const baseMapId = 'city';

/**
 * Whether all tiles of the base map in view have loaded or failed. MapLibre's `load` event waits for all sources, and
 * that of moving cars changes in each frame.
 */
const isBaseMapLoaded = (map: MapLibreMap): boolean =>
  map.getSource(baseMapId) !== undefined && map.isSourceLoaded(baseMapId);

interface MapViewProps extends KerbMapProps {
  /** Called when the device cannot draw the map, usually for lack of WebGL. */
  readonly onStartFailed: () => void;
}

export function MapView(props: MapViewProps) {
  const { t } = useTranslation();
  const scheme = useShownScheme();
  const city = useSettings()?.city;
  const corner = useLanguage().direction === 'rtl' ? 'bottom-left' : 'bottom-right';
  const [ready, setReady] = useState(false);
  const { padding = noPadding, cars = noCars, onPick, zoom = 12.5 } = props;
  const areFew = cars.length <= FEW_CARS;
  const home = props.center ?? city?.center;
  const start = home ? { longitude: home.lng, latitude: home.lat, zoom } : world;
  return (
    // Moves controls and attribution above the sheet.
    <Box
      sx={[
        controlStyles,
        { [`& .maplibregl-ctrl-${corner}`]: { bottom: `${padding.bottom}px` } },
        // The picture that covers the map until then has an attribution of its own.
        !ready && { '& .maplibregl-control-container': { visibility: 'hidden' } },
      ]}
    >
      <BaseMap
        initialViewState={start}
        mapStyle={`/api/v1/maps/style.json?theme=${scheme}`}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        pitchWithRotate={false}
        maxPitch={0}
        minZoom={9}
        maxZoom={19}
        cursor={onPick ? 'crosshair' : undefined}
        onRender={({ target }) => {
          if (ready || !isBaseMapLoaded(target)) return;
          target.touchZoomRotate.disableRotation();
          setReady(true);
        }}
        onError={({ target, error }) => {
          console.error(error);
          // A map that could not be created is not the target of its own error.
          if (target === null) props.onStartFailed();
          // A failed tile renders nothing by itself, and may be the last one that the map waits for.
          else target.triggerRepaint();
        }}
        onClick={(event) => onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
        style={{ position: 'absolute', inset: 0 }}
      >
        {/* A control cannot change its corner, so `key` remounts it. */}
        <AttributionControl key={`attribution-${corner}`} compact={false} position={corner} />
        <NavigationControl key={`navigation-${corner}`} showCompass={false} position={corner} />
        <MapLines
          route={props.route}
          ahead={props.ahead}
          trail={props.trail}
          driven={props.driven}
          dark={scheme === 'dark'}
        />
        <CarsLayer cars={areFew ? noCars : cars} />
        <CarMarkers cars={areFew ? cars : noCars} />
        <PlaceMarkers
          pickup={props.pickup}
          drop={props.drop}
          waypoints={props.waypoints}
          onMove={props.onMovePlace}
        />
        {props.pin && <Pin {...props.pin} />}
        <FitView {...props} cars={cars} padding={padding} home={home} />
        <Focus point={props.focus ?? null} />
        <MapLabels
          labels={{
            canvas: props.description,
            'ctrl-zoom-in': t('zoom_in'),
            'ctrl-zoom-out': t('zoom_out'),
            'ctrl-attrib-button': t('map_credits'),
          }}
        />
        {/* Without this boundary the whole map would suspend while a layer loads. */}
        <Suspense fallback={null}>{props.children}</Suspense>
      </BaseMap>
      {!ready && (props.still ?? <MapSkeleton />)}
    </Box>
  );
}

const controlStyles = {
  position: 'absolute',
  inset: 0,
  '& .maplibregl-ctrl-attrib': {
    fontSize: '0.6875rem',
    bgcolor: 'rgb(255 255 255 / 0.72)',
    color: '#14171F',
    borderStartStartRadius: 6,
  },
  // Minimum height of a touch target.
  '& .maplibregl-ctrl-attrib a': {
    display: 'inline-block',
    lineHeight: '24px',
    color: '#14171F',
    // The direction follows the text itself, so that the © sign comes first.
    unicodeBidi: 'plaintext',
  },
  '& .maplibregl-ctrl-group': {
    borderRadius: '12px',
    overflow: 'hidden',
    ...overMap,
  },
  '& .maplibregl-ctrl-group button': { width: 44, height: 44 },
  '[data-theme="dark"] & .maplibregl-ctrl-attrib': { bgcolor: 'rgb(14 16 21 / 0.72)', color: '#E3E6EB' },
  '[data-theme="dark"] & .maplibregl-ctrl-attrib a': { color: '#E3E6EB' },
  '[data-theme="dark"] & .maplibregl-ctrl-group .maplibregl-ctrl-icon': { filter: 'invert(1)' },
} as const;

/**
 * Sets the labels of the map's parts, by their class names: MapLibre sets its labels only once, so they would not
 * follow a change of language.
 */
function MapLabels({ labels }: { labels: Readonly<Record<string, string>> }) {
  const { current } = useMap();
  // Runs after every render, because the controls may have been remounted.
  useEffect(() => {
    for (const [part, label] of Object.entries(labels)) {
      const element = current?.getContainer().querySelector(`.maplibregl-${part}`);
      element?.setAttribute('aria-label', label);
      if (element?.hasAttribute('title')) element.setAttribute('title', label);
    }
  });
  return null;
}
