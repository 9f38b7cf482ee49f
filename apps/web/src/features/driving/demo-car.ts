// Stores the position of the demonstration's car in this tab, so that it survives a reload.
import type { LatLng } from '@kerb/domain/geo';
import { tabStorage } from '../../lib/browser-storage.ts';

const storageKey = 'kerb.demo-car';

export function readDemoCar(): LatLng | null {
  const [lat = Number.NaN, lng = Number.NaN] = tabStorage.read(storageKey)?.split(',').map(Number) ?? [];
  return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
}

export function rememberDemoCar(place: LatLng | null): void {
  tabStorage.write(storageKey, place && `${place.lat},${place.lng}`);
}
