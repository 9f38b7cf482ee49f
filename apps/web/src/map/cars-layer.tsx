// Map layer for cars: one source and one symbol layer, updated once per animation frame while a car moves.
import type { GeoJSONSource } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import { carIconName, carImage, carSizes, loadCarIcon } from './car-icon.ts';
import { type Car, type CarMotions, isMoving, steerCars } from './car-motion.ts';
import { carFeatures } from './features.ts';

const sourceId = 'cars';
const carsLayerId = 'cars';
const noFeatures = carFeatures(new Map(), 0);

function isGeoJson(source: unknown): source is GeoJSONSource {
  return typeof source === 'object' && source !== null && 'setData' in source;
}

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

export function CarsLayer({ cars }: { cars: readonly Car[] }) {
  const { current: map } = useMap();
  const motions = useRef<CarMotions>(new Map());

  useEffect(() => {
    if (!map) return;
    const base = map.getMap();
    base.setMissingStyleImageResolver(async (name) => {
      if (name !== carIconName) return;
      const icon = await loadCarIcon();
      if (!base.hasImage(carIconName)) base.addImage(carIconName, icon, { pixelRatio: carImage.pixelRatio });
    });
  }, [map]);

  useEffect(() => {
    if (!map) return;
    let frame = 0;
    const still = calm();
    motions.current = steerCars(motions.current, cars, performance.now());
    const draw = () => {
      const now = still ? Number.POSITIVE_INFINITY : performance.now();
      const source = map.getSource(sourceId);
      if (isGeoJson(source)) source.setData(carFeatures(motions.current, now));
      // Retries in the next frame while the style is loading and the source does not exist yet.
      if (!isGeoJson(source) || isMoving(motions.current, now)) frame = requestAnimationFrame(draw);
    };
    draw();
    // A new style starts with empty sources.
    map.on('styledata', draw);
    return () => {
      cancelAnimationFrame(frame);
      map.off('styledata', draw);
    };
  }, [map, cars]);

  return (
    <Source id={sourceId} type="geojson" data={noFeatures}>
      <Layer
        id={carsLayerId}
        type="symbol"
        layout={{
          'icon-image': carIconName,
          'icon-size': [
            'interpolate',
            ['linear'],
            ['zoom'],
            ...carSizes.flatMap(({ zoom, size }) => [zoom, size]),
          ],
          'icon-rotate': ['get', 'heading'],
          'icon-rotation-alignment': 'map',
          'icon-allow-overlap': true,
          'icon-ignore-placement': true,
        }}
        paint={{ 'icon-opacity': ['case', ['get', 'faded'], 0.45, 1] }}
      />
    </Source>
  );
}
