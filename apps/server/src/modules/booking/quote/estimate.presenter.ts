// Presents a quote as the API's estimate.
import type { EstimateView } from '@kerb/contract';
import { withDiscountLine } from '@kerb/domain/fare';
import { inOperatorUnit, km, subtract, toMajor } from '@kerb/domain/kernel';
import type { Quote } from '../store/booking.tables.ts';

export function presentEstimate(quote: Quote): EstimateView {
  const { convert_to_mile, decimals } = quote.pricing;
  const discount_amount = toMajor(quote.discount_amount, decimals);
  return {
    id: quote.id,
    carType: quote.car_type,
    estimateFare: toMajor(quote.fare, decimals),
    convenience_fees: toMajor(quote.convenience_fees, decimals),
    trip_cost: toMajor(quote.trip_cost, decimals),
    distance: Math.round(inOperatorUnit(km(quote.distance_km), convert_to_mile) * 1000) / 1000,
    time: quote.time_secs,
    polyline: quote.polyline,
    breakdown: withDiscountLine(quote.breakdown, discount_amount),
    promo: quote.promo_details,
    discount_amount,
    payableAmount: toMajor(subtract(quote.trip_cost, quote.discount_amount), decimals),
    pickup: quote.pickup,
    drop: quote.drop_point,
    waypoints: quote.waypoints,
    expiresAt: quote.expires_at,
  };
}
