// Busy places of a city: a table for the demonstration city, the centre for any other city.
import type { LatLng } from '@kerb/domain/geo';

export interface Hotspot extends LatLng {
  /** Frequency of trips at this place, relative to the other places. */
  weight: number;
  /** Radius of the busy area in km. */
  spreadKm: number;
}

const montevideo: readonly Hotspot[] = [
  { lat: -34.9058, lng: -56.1915, weight: 6, spreadKm: 0.9 }, // Centro
  { lat: -34.9071, lng: -56.2065, weight: 4, spreadKm: 0.6 }, // Ciudad Vieja
  { lat: -34.9105, lng: -56.1745, weight: 4, spreadKm: 0.8 }, // Cordón, Parque Rodó
  { lat: -34.8937, lng: -56.1662, weight: 4, spreadKm: 0.7 }, // Tres Cruces
  { lat: -34.9135, lng: -56.1515, weight: 5, spreadKm: 0.8 }, // Pocitos
  { lat: -34.9203, lng: -56.1585, weight: 3, spreadKm: 0.5 }, // Punta Carretas
  { lat: -34.9005, lng: -56.134, weight: 3, spreadKm: 1 }, // Buceo
  { lat: -34.8885, lng: -56.19, weight: 2, spreadKm: 0.9 }, // Aguada, Palacio Legislativo
  { lat: -34.8645, lng: -56.203, weight: 2, spreadKm: 1.2 }, // Prado
  { lat: -34.8795, lng: -56.135, weight: 2, spreadKm: 1.2 }, // Unión
  { lat: -34.8885, lng: -56.0585, weight: 1, spreadKm: 1.2 }, // Carrasco
];

export function hotspotsOf({ name, center }: { name: string; center: LatLng }): readonly Hotspot[] {
  return name === 'Montevideo' ? montevideo : [{ ...center, weight: 1, spreadKm: 2.5 }];
}
