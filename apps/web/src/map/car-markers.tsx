// Renders a few cars, such as that of a trip, as DOM markers. Place markers are DOM elements above the map's canvas, so
// cars have to be elements too in order to appear above them.
import { type Map as BaseMap, Marker } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMap } from 'react-map-gl/maplibre';
import { carImage, carSizeAt, createCarImage } from './car-icon.ts';
import { type Car, type CarMotions, isMoving, poseAt, steerCars } from './car-motion.ts';

const FADED = '0.45';

function createMarker(): Marker {
  const element = document.createElement('div');
  // The map's description covers the cars for screen readers.
  element.setAttribute('aria-hidden', 'true');
  element.dataset.testid = 'car-marker';
  element.style.pointerEvents = 'none';
  element.style.zIndex = '3';
  element.append(createCarImage());
  return new Marker({ element, rotationAlignment: 'map', pitchAlignment: 'map' });
}

/** Gives a marker the size of the cars that CarsLayer draws at this zoom. */
function scaleTo(map: BaseMap, marker: Marker): void {
  const image = marker.getElement().firstElementChild;
  if (!(image instanceof HTMLElement)) return;
  const scale = carSizeAt(map.getZoom()) / carImage.pixelRatio;
  image.style.width = `${carImage.width * scale}px`;
  image.style.height = `${carImage.height * scale}px`;
}

export function CarMarkers({ cars }: { cars: readonly Car[] }) {
  const { current: map } = useMap();
  const motions = useRef<CarMotions>(new Map());
  const markers = useRef(new Map<string, Marker>());

  useEffect(() => {
    const shown = markers.current;
    return () => {
      for (const marker of shown.values()) marker.remove();
      shown.clear();
    };
  }, []);

  useEffect(() => {
    if (!map) return;
    const base = map.getMap();
    const scaleAll = () => {
      for (const marker of markers.current.values()) scaleTo(base, marker);
    };
    map.on('zoom', scaleAll);
    return () => void map.off('zoom', scaleAll);
  }, [map]);

  useEffect(() => {
    if (!map) return;
    const base = map.getMap();
    const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    motions.current = steerCars(motions.current, cars, performance.now());
    for (const [id, marker] of markers.current) {
      if (motions.current.has(id)) continue;
      marker.remove();
      markers.current.delete(id);
    }
    let frame = 0;
    const draw = () => {
      const now = isCalm ? Number.POSITIVE_INFINITY : performance.now();
      for (const [id, motion] of motions.current) {
        const { lat, lng, heading } = poseAt(motion, now);
        const known = markers.current.get(id);
        const marker = known ?? createMarker();
        marker.setLngLat([lng, lat]).setRotation(heading);
        marker.getElement().style.opacity = motion.isFaded ? FADED : '1';
        if (known) continue;
        markers.current.set(id, marker.addTo(base));
        scaleTo(base, marker);
      }
      if (isMoving(motions.current, now)) frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [map, cars]);

  return null;
}
