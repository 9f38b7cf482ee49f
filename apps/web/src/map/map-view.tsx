// The map itself: basemap, route, points and cars. Loaded lazily, with MapLibre and its worker.
import 'maplibre-gl/dist/maplibre-gl.css';
import Box from '@mui/material/Box';
import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AttributionControl, Map as BaseMap, Layer, NavigationControl, Source } from 'react-map-gl/maplibre';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { useSettings } from '../lib/use-settings.ts';
import { overMap } from '../ui/over-map.ts';
import { useShownScheme } from '../ui/preferences.tsx';
import { noPadding } from '../ui/sheet.tsx';
import { CarsLayer } from './cars-layer.tsx';
import { lineFeatures, pointsOf } from './features.ts';
import { FitView } from './fit-view.tsx';
import { Focus } from './focus.tsx';
import type { KerbMapProps } from './kerb-map.tsx';
import { MapSkeleton } from './map-states.tsx';
import { NameOfMap } from './name-of-map.tsx';
import { Pin } from './pin.tsx';
import { PlaceMarkers } from './place-markers.tsx';

setWorkerUrl(workerUrl);

const world = { longitude: -56.17, latitude: -34.9, zoom: 12 };
const noCars: NonNullable<KerbMapProps['cars']> = [];
const round = { 'line-cap': 'round', 'line-join': 'round' } as const;

export function MapView(props: KerbMapProps) {
  const { t } = useTranslation();
  const scheme = useShownScheme();
  const city = useSettings()?.city;
  const corner = useLanguage().direction === 'rtl' ? 'bottom-left' : 'bottom-right';
  const [ready, setReady] = useState(false);
  const { padding = noPadding, cars = noCars, onPick, zoom = 12.5 } = props;
  const home = props.center ?? city?.center;
  const start = home ? { longitude: home.lng, latitude: home.lat, zoom } : world;
  const labels = useMemo(
    () => ({
      'NavigationControl.ZoomIn': t('zoom_in'),
      'NavigationControl.ZoomOut': t('zoom_out'),
      'AttributionControl.ToggleAttribution': t('map_credits'),
      'Map.Title': props.description,
    }),
    [t, props.description],
  );
  return (
    // Controls and the notice stand clear of the sheet.
    <Box sx={[controlStyles, { [`& .maplibregl-ctrl-${corner}`]: { bottom: `${padding.bottom}px` } }]}>
      <BaseMap
        initialViewState={start}
        mapStyle={`/api/v1/maps/style.json?theme=${scheme}`}
        locale={labels}
        attributionControl={false}
        dragRotate={false}
        touchPitch={false}
        pitchWithRotate={false}
        maxPitch={0}
        minZoom={9}
        maxZoom={19}
        cursor={onPick ? 'crosshair' : undefined}
        onLoad={(event) => {
          event.target.touchZoomRotate.disableRotation();
          setReady(true);
        }}
        onClick={(event) => onPick?.({ lat: event.lngLat.lat, lng: event.lngLat.lng })}
        style={{ position: 'absolute', inset: 0 }}
      >
        <AttributionControl compact={false} position={corner} />
        <NavigationControl showCompass={false} position={corner} />
        <Lines route={props.route} ahead={props.ahead} trail={props.trail} dark={scheme === 'dark'} />
        <CarsLayer cars={cars} />
        <PlaceMarkers
          pickup={props.pickup}
          drop={props.drop}
          waypoints={props.waypoints}
          onMove={props.onMovePlace}
        />
        {props.pin && <Pin {...props.pin} />}
        <FitView {...props} cars={cars} padding={padding} home={home} />
        <Focus point={props.focus ?? null} />
        <NameOfMap text={props.description} />
        {/* Loaded while the map is there already: it stays as it is meanwhile. */}
        <Suspense fallback={null}>{props.children}</Suspense>
      </BaseMap>
      {!ready && <MapSkeleton />}
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
  // As tall as a finger needs.
  '& .maplibregl-ctrl-attrib a': {
    display: 'inline-block',
    lineHeight: '24px',
    color: '#14171F',
    // The sign comes first, as the words run.
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

interface LinesProps {
  route: string | null | undefined;
  ahead: string | null | undefined;
  trail: string | null | undefined;
  dark: boolean;
}

function Lines({ route, ahead, trail, dark }: LinesProps) {
  const whole = useMemo(() => lineFeatures(pointsOf(route)), [route]);
  const rest = useMemo(() => lineFeatures(pointsOf(ahead)), [ahead]);
  const driven = useMemo(() => lineFeatures(pointsOf(trail)), [trail]);
  const strong = dark ? '#F4F5F7' : '#14171F';
  const faint = dark ? '#6E7684' : '#9AA1AE';
  const casing = dark ? '#0E1015' : '#FFFFFF';
  const hasRest = rest.features.length > 0 || driven.features.length > 0;
  const way = dark ? '#8AB4FF' : '#1B57C2';
  return (
    <>
      <Source id="route" type="geojson" data={whole}>
        <Layer
          id="route-casing"
          type="line"
          layout={round}
          paint={{ 'line-color': casing, 'line-width': 9 }}
        />
        <Layer
          id="route-line"
          type="line"
          layout={round}
          paint={{ 'line-color': hasRest ? faint : strong, 'line-width': 5 }}
        />
      </Source>
      <Source id="trail" type="geojson" data={driven}>
        <Layer id="trail-line" type="line" layout={round} paint={{ 'line-color': way, 'line-width': 4 }} />
      </Source>
      <Source id="ahead" type="geojson" data={rest}>
        <Layer
          id="ahead-casing"
          type="line"
          layout={round}
          paint={{ 'line-color': casing, 'line-width': 9 }}
        />
        <Layer id="ahead-line" type="line" layout={round} paint={{ 'line-color': strong, 'line-width': 5 }} />
      </Source>
    </>
  );
}
