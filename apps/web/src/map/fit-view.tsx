// Fits the map's view to the places when they change, and to moving cars until the user moves the map.

import type { LatLng } from '@kerb/domain/geo';
import CenterFocusStrongOutlined from '@mui/icons-material/CenterFocusStrongOutlined';
import IconButton from '@mui/material/IconButton';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MapRef, useMap } from 'react-map-gl/maplibre';
import { useLanguage } from '../lib/i18n/use-language.ts';
import type { MapPadding } from '../ui/map-padding.ts';
import { overMap } from '../ui/over-map.ts';
import { boxAround } from './bounds.ts';
import type { Car } from './car-motion.ts';
import { pointsOf } from './features.ts';

interface FitViewProps {
  pickup?: LatLng | null;
  drop?: LatLng | null;
  waypoints?: readonly LatLng[];
  fitPoints?: readonly LatLng[];
  route?: string | null;
  ahead?: string | null;
  driven?: string | null;
  cars: readonly Car[];
  padding: MapPadding;
  follow?: boolean;
  /** Centre of the view while there is nothing else to show. */
  home?: LatLng | undefined;
}

/** Room at the edges for half of a pin, and at the edges beside it for the zoom control, which is 54 px wide. */
const margin = 56;
const besideControl = 80;
/**
 * Limit of the vertical margin, as a share of the map's height, for low maps such as the one above a form on a phone.
 */
const maxHeightShare = 0.12;
/** Minimum time between two moves of a following view, in ms, so that it does not move constantly. */
const followMs = 5000;

function isPoint(point: LatLng | null | undefined): point is LatLng {
  return point !== null && point !== undefined;
}

/** The points to show; `key` changes whenever there is something new to show. */
function usePointsInView(props: FitViewProps) {
  const { pickup, drop, waypoints = [], fitPoints = [], route, ahead, driven, cars, follow = false } = props;
  const places = useMemo(
    () => [pickup, drop, ...waypoints, ...fitPoints].filter(isPoint),
    [pickup, drop, waypoints, fitPoints],
  );
  const rest = useMemo(() => pointsOf(ahead), [ahead]);
  const whole = useMemo(() => [...pointsOf(route), ...pointsOf(driven)], [route, driven]);
  // While a car is followed, the view fits it and its remaining route, not the whole trip.
  const following = follow && cars.length > 0;
  const points = following ? [...cars, ...(rest.length > 0 ? rest : places)] : [...places, ...whole];
  const key = `${places.map(({ lat, lng }) => `${lat},${lng}`).join(' ')}|${route ?? ''}|${driven ?? ''}|${following}|${following && rest.length > 0}`;
  return { points, key, following };
}

/** Returns a function that moves the map so that the latest points are in view. */
function useFit(map: MapRef | undefined, points: readonly LatLng[], padding: MapPadding) {
  const isMirrored = useLanguage().direction === 'rtl';
  const lastFit = useRef(Number.NEGATIVE_INFINITY);
  const newest = useRef(points);
  newest.current = points;
  const fit = useCallback(() => {
    const box = boxAround(newest.current);
    if (!map || !box) return;
    lastFit.current = performance.now();
    const { clientWidth, clientHeight } = map.getContainer();
    const upright = Math.min(margin, clientHeight * maxHeightShare);
    const room = {
      top: padding.top + upright,
      bottom: Math.min(padding.bottom + upright, clientHeight * 0.7),
      left: Math.min(padding.left + (isMirrored ? besideControl : margin), clientWidth * 0.7),
      right: Math.min(padding.right + (isMirrored ? margin : besideControl), clientWidth * 0.7),
    };
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    map.fitBounds(box, { padding: room, maxZoom: 16.5, duration: calm ? 0 : 700 });
  }, [map, padding, isMirrored]);
  return { fit, lastFit };
}

/** Centres the map on `home` while there is nothing else to show. */
function useHomeView(
  map: MapRef | undefined,
  home: LatLng | undefined,
  { isEmpty, padding }: { isEmpty: boolean; padding: MapPadding },
): void {
  const homeLat = home?.lat;
  const homeLng = home?.lng;
  useEffect(() => {
    if (!map || !isEmpty || homeLat === undefined || homeLng === undefined) return;
    const offset: [number, number] = [(padding.left - padding.right) / 2, (padding.top - padding.bottom) / 2];
    map.easeTo({ center: [homeLng, homeLat], offset, duration: 0 });
  }, [map, isEmpty, homeLat, homeLng, padding]);
}

export function FitView(props: FitViewProps) {
  const { cars, padding, home } = props;
  const { t } = useTranslation();
  const { current: map } = useMap();
  const [taken, setTaken] = useState(false);
  const { points, key, following } = usePointsInView(props);
  const { fit, lastFit } = useFit(map, points, padding);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when there is something new to show
  useEffect(() => {
    setTaken(false);
    fit();
  }, [key, fit]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch of positions is a chance to follow
  useEffect(() => {
    if (following && !taken && performance.now() - lastFit.current > followMs) fit();
  }, [cars, following, taken, fit]);

  useHomeView(map, home, { isEmpty: points.length === 0, padding });

  useEffect(() => {
    if (!map) return;
    const take = (event: { originalEvent?: unknown }) => {
      if (event.originalEvent) setTaken(true);
    };
    map.on('movestart', take);
    return () => {
      map.off('movestart', take);
    };
  }, [map]);

  if (!taken || points.length === 0) return null;
  return (
    <IconButton
      aria-label={t('show_all_on_map')}
      onClick={() => {
        setTaken(false);
        fit();
      }}
      sx={{
        position: 'absolute',
        insetInlineEnd: 10,
        bottom: `${padding.bottom + 128}px`,
        ...overMap,
        '&:hover': { bgcolor: 'background.subtle' },
      }}
    >
      <CenterFocusStrongOutlined />
    </IconButton>
  );
}
