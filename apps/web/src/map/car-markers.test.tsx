// Tests cars as DOM markers: position, rotation, fading and removal.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CarMarkers } from './car-markers.tsx';
import type { Car } from './car-motion.ts';

const map = vi.hoisted(() => ({
  zoom: 14,
  onZoom: new Set<() => void>(),
}));

vi.mock('maplibre-gl', () => ({
  Marker: class {
    readonly #element: HTMLElement;
    constructor({ element }: { element: HTMLElement }) {
      this.#element = element;
    }
    setLngLat([lng, lat]: [number, number]) {
      this.#element.dataset.at = `${lat} ${lng}`;
      return this;
    }
    setRotation(heading: number) {
      this.#element.dataset.heading = String(heading);
      return this;
    }
    getElement() {
      return this.#element;
    }
    addTo() {
      document.body.append(this.#element);
      return this;
    }
    remove() {
      this.#element.remove();
    }
  },
}));
vi.mock('react-map-gl/maplibre', () => {
  const base = { getZoom: () => map.zoom };
  const current = {
    getMap: () => base,
    on: (_: string, listener: () => void) => map.onZoom.add(listener),
    off: (_: string, listener: () => void) => map.onZoom.delete(listener),
  };
  return { useMap: () => ({ current }) };
});

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
});
beforeEach(() => {
  map.zoom = 14;
});
afterEach(cleanup);

const aCar = (more: Partial<Car> = {}): Car => ({ id: 'd1', lat: -34.9, lng: -56.1, heading: 90, ...more });
const cars = () => screen.queryAllByTestId('car-marker');

it('is drawn at its position, rotated, above the places', () => {
  render(<CarMarkers cars={[aCar()]} />);
  const [car] = cars();
  expect(car?.dataset).toMatchObject({ at: '-34.9 -56.1', heading: '90' });
  expect(Number(car?.style.zIndex)).toBeGreaterThan(2);
  expect(car?.getAttribute('aria-hidden')).toBe('true');
});

it('moves, fades and disappears with the given cars', () => {
  const { rerender, unmount } = render(<CarMarkers cars={[aCar()]} />);
  rerender(<CarMarkers cars={[aCar({ lat: -34.91, isFaded: true })]} />);
  expect(cars()).toHaveLength(1);
  expect(cars()[0]?.dataset.at).toBe('-34.91 -56.1');
  expect(cars()[0]?.style.opacity).toBe('0.45');
  rerender(<CarMarkers cars={[aCar({ id: 'd2' })]} />);
  expect(cars()).toHaveLength(1);
  unmount();
  expect(cars()).toEqual([]);
  expect(map.onZoom.size).toBe(0);
});

it('grows with the zoom', () => {
  render(<CarMarkers cars={[aCar()]} />);
  const width = () => Number.parseFloat(cars()[0]?.querySelector('img')?.style.width ?? '');
  const before = width();
  map.zoom = 18;
  for (const onZoom of map.onZoom) onZoom();
  expect(width()).toBeGreaterThan(before);
});
