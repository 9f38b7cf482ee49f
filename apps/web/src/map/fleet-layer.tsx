// Map layer for thousands of cars: clusters with their number, and single cars that glide, with one source update per
// frame.
import type { ExpressionSpecification, GeoJSONSource, MapMouseEvent } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { useFormat } from '../lib/use-format.ts';
import { useShownScheme } from '../ui/preferences.tsx';
import { carIconName, carIconScale } from './car-icon.ts';
import { type CarMotions, isMoving, steerCars } from './car-motion.ts';
import { type Clustered, splittingZoom } from './cluster-cars.ts';
import { clusterFeatures, type FleetCar, fleetFeatures, planFleet, type View } from './fleet-plan.ts';
import { idNear } from './id-near.ts';

const carsId = 'fleet-cars';
const circlesId = 'fleet-circles';
const nothing = { type: 'FeatureCollection', features: [] } as const;

type MapOf = NonNullable<ReturnType<typeof useMap>['current']>;

function sourceOf(map: MapOf, id: string): GeoJSONSource | null {
  const source: unknown = map.getSource(id);
  const isGeoJson = (known: unknown): known is GeoJSONSource =>
    typeof known === 'object' && known !== null && 'setData' in known;
  return isGeoJson(source) ? source : null;
}

/**
 * The visible area extended by half a screen on every side, so that cars are already drawn after a small move of the
 * map.
 */
function viewOf(map: MapOf): View {
  const bounds = map.getBounds();
  const west = bounds.getWest();
  const south = bounds.getSouth();
  const east = bounds.getEast();
  const north = bounds.getNorth();
  const wide = (east - west) / 2;
  const high = (north - south) / 2;
  return {
    zoom: map.getZoom(),
    west: west - wide,
    south: south - high,
    east: east + wide,
    north: north + high,
  };
}

/** Whether the area drawn last still covers the screen at the same zoom level, so that the clusters are still valid. */
function covers(map: MapOf, drawn: View): boolean {
  const bounds = map.getBounds();
  return (
    Math.floor(map.getZoom()) === Math.floor(drawn.zoom) &&
    bounds.getWest() >= drawn.west &&
    bounds.getEast() <= drawn.east &&
    bounds.getSouth() >= drawn.south &&
    bounds.getNorth() <= drawn.north
  );
}

interface FleetLayerProps {
  readonly cars: readonly FleetCar[];
  /** Id of the selected car, which is ringed and never clustered. */
  readonly chosen: string | null;
  /** Length of a car in px. */
  readonly length: number;
  /** Called with the car's id after a click on a car, or with null after a click elsewhere. */
  readonly onPick: (id: string | null) => void;
}

export function FleetLayer({ cars, chosen, length, onPick }: FleetLayerProps) {
  const { current: map } = useMap();
  const { number } = useFormat();
  const motions = useRef<CarMotions>(new Map());
  const plan = useRef<Clustered<FleetCar>>({ singles: [], clusters: [] });

  useEffect(() => {
    if (!map) return;
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    let frame = 0;
    let drawn = viewOf(map);
    const draw = () => {
      const now = still ? Number.POSITIVE_INFINITY : performance.now();
      const source = sourceOf(map, carsId);
      void source?.setData(fleetFeatures(plan.current.singles, motions.current, now, chosen));
      // Retries in the next frame while the style is loading and the source does not exist yet.
      if (!source || isMoving(motions.current, now)) frame = requestAnimationFrame(draw);
    };
    const arrange = () => {
      cancelAnimationFrame(frame);
      drawn = viewOf(map);
      plan.current = planFleet(cars, drawn, chosen);
      motions.current = steerCars(motions.current, plan.current.singles, performance.now());
      void sourceOf(map, circlesId)?.setData(clusterFeatures(plan.current.clusters, number));
      draw();
    };
    const onMove = () => {
      if (!covers(map, drawn)) arrange();
    };
    arrange();
    map.on('move', onMove);
    // A new style starts with empty sources.
    map.on('styledata', arrange);
    return () => {
      cancelAnimationFrame(frame);
      map.off('move', onMove);
      map.off('styledata', arrange);
    };
  }, [map, cars, chosen, number]);

  useEffect(() => {
    if (!map) return;
    const open = (event: MapMouseEvent) => {
      const circle = idNear(map, event, circlesId);
      const cluster = plan.current.clusters.find(({ id }) => id === circle);
      if (!cluster) {
        onPick(idNear(map, event, carsId));
        return;
      }
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      map.easeTo({
        center: [cluster.lng, cluster.lat],
        zoom: splittingZoom(cluster.cars, map.getZoom()),
        duration: calm ? 0 : 500,
      });
    };
    map.on('click', open);
    return () => {
      map.off('click', open);
    };
  }, [map, onPick]);

  return <FleetSymbols length={length} />;
}

const lightColours = {
  ink: '#14171F',
  paper: '#FFFFFF',
  free: '#0B8A5B',
  onWay: '#1B57C2',
  onTrip: '#E0A800',
};
const darkColours = {
  ink: '#F4F5F7',
  paper: '#14171F',
  free: '#3DDC97',
  onWay: '#8AB4FF',
  onTrip: '#FFC400',
};

function FleetSymbols({ length }: { length: number }) {
  const isDark = useShownScheme() === 'dark';
  const { ink, paper, free, onWay, onTrip } = isDark ? darkColours : lightColours;
  const ofState: ExpressionSpecification = ['match', ['get', 'state'], 'free', free, 'on_way', onWay, onTrip];
  return (
    <>
      <Source id={circlesId} type="geojson" data={nothing}>
        <Layer
          id={circlesId}
          type="circle"
          paint={{
            'circle-color': ink,
            'circle-radius': ['interpolate', ['linear'], ['get', 'count'], 2, 15, 10, 18, 100, 24, 1000, 32],
            'circle-stroke-color': paper,
            'circle-stroke-width': 3,
          }}
        />
        <Layer
          id="fleet-counts"
          type="symbol"
          layout={{
            'text-field': ['get', 'label'],
            'text-font': ['Inter SemiBold'],
            'text-size': 13,
            'text-allow-overlap': true,
            'text-ignore-placement': true,
          }}
          paint={{ 'text-color': paper }}
        />
      </Source>
      <Source id={carsId} type="geojson" data={nothing}>
        <Layer
          id="fleet-states"
          type="circle"
          paint={{
            'circle-color': ofState,
            'circle-opacity': 0.32,
            'circle-radius': length * 0.6,
            'circle-stroke-color': ['case', ['get', 'chosen'], ink, ofState],
            'circle-stroke-width': ['case', ['get', 'chosen'], 3, 1.5],
          }}
        />
        <Layer
          id={carsId}
          type="symbol"
          layout={{
            'icon-image': carIconName,
            'icon-size': carIconScale(length),
            'icon-rotate': ['get', 'heading'],
            'icon-rotation-alignment': 'map',
            'icon-allow-overlap': true,
            'icon-ignore-placement': true,
          }}
        />
      </Source>
    </>
  );
}
