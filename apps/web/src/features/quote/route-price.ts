// What a car type would cost on a route, by the domain's rule; loaded with the first route, to keep the first page light.
import type { DirectionsView } from '@kerb/contract';
import { quoteFare } from '@kerb/domain/fare';
import type { CarType } from '@kerb/domain/fleet';
import { km, seconds, toMajor } from '@kerb/domain/kernel';

interface PriceStyle {
  readonly convert_to_mile: boolean;
  readonly decimal: number;
}

/** What a trip along this route would cost with a car type, in major units; the estimate of the server decides. */
export function priceOf(car: CarType, route: DirectionsView, style: PriceStyle): number {
  const quote = quoteFare({
    tariff: car,
    distance: km(route.distance_in_km),
    // Whole seconds, as the server prices it.
    duration: seconds(Math.round(route.time_in_secs)),
    convert_to_mile: style.convert_to_mile,
    decimals: style.decimal,
  });
  return toMajor(quote.trip_cost, style.decimal);
}
