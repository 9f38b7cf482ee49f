// Places in Montevideo for tests.
import { type AddressedPoint, addressedPoint } from '@kerb/domain/geo';

export const montevideo = {
  plazaIndependencia: { lat: -34.9065, lng: -56.1996, add: 'Plaza Independencia' },
  tresCruces: { lat: -34.8937, lng: -56.1662, add: 'Terminal Tres Cruces' },
  puntaCarretas: { lat: -34.9243, lng: -56.1593, add: 'Punta Carretas Shopping' },
  intendencia: { lat: -34.9058, lng: -56.1861, add: '18 de Julio 1360' },
} as const satisfies Record<string, AddressedPoint>;

/** A point with an address; Plaza Independencia by default. */
export function aPlace(change: Partial<AddressedPoint> = {}): AddressedPoint {
  return addressedPoint.parse({ ...montevideo.plazaIndependencia, ...change });
}
