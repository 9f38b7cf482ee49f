// Stores the position of the demonstration's car in this tab, so that it survives a reload.
import type { LatLng } from '@kerb/domain/geo';

const storageKey = 'kerb.demo-car';

export function readDemoCar(): LatLng | null {
  try {
    const stored = window.sessionStorage.getItem(storageKey);
    if (stored === null) return null;
    const [lat = Number.NaN, lng = Number.NaN] = stored.split(',').map(Number);
    return Number.isFinite(lat) && Number.isFinite(lng) ? { lat, lng } : null;
  } catch {
    return null;
  }
}

export function rememberDemoCar(place: LatLng | null): void {
  try {
    if (place === null) window.sessionStorage.removeItem(storageKey);
    else window.sessionStorage.setItem(storageKey, `${place.lat},${place.lng}`);
  } catch {
    // Storage is blocked, as in some private windows: after a reload the demonstration starts without the car.
  }
}
