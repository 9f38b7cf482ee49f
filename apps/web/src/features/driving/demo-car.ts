// Keeps where the demonstration's car stands over a reload of the page, in this tab only.
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
    // Private windows may refuse storage; a reload then starts without the car.
  }
}
