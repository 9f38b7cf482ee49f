// Computes the price of a car type on a route with the domain's formula; loaded with the first route, to reduce the
// initial bundle.
import type { DirectionsView } from '@kerb/contract';
import { quoteFare } from '@kerb/domain/fare';
import type { CarType } from '@kerb/domain/fleet';
import { km, seconds, toMajor } from '@kerb/domain/kernel';

interface PriceStyle {
  readonly convert_to_mile: boolean;
  readonly decimal: number;
}

/** Price preview in major units; the server's estimate is authoritative. */
export function priceOf(car: CarType, route: DirectionsView, style: PriceStyle): number {
  const quote = quoteFare({
    tariff: car,
    distance: km(route.distance_in_km),
    // Rounded to whole seconds, as on the server.
    duration: seconds(Math.round(route.time_in_secs)),
    convert_to_mile: style.convert_to_mile,
    decimals: style.decimal,
  });
  return toMajor(quote.trip_cost, style.decimal);
}
