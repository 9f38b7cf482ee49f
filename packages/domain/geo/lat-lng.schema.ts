// Schemas of points on the earth: WGS84 degrees, and a point with its displayed address.
import { z } from 'zod';

export const latLng = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type LatLng = z.infer<typeof latLng>;

/** Pickup, stop or drop of a booking: coordinates and the displayed address (`add`, as in the specification). */
export const addressedPoint = latLng.extend({ add: z.string().trim().min(1).max(300) });
export type AddressedPoint = z.infer<typeof addressedPoint>;
