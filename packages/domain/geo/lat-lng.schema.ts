// Shapes of points on the earth: WGS84 degrees, and a point with the address people read.
import { z } from 'zod';

export const latLng = z.object({
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type LatLng = z.infer<typeof latLng>;

/** A pickup, stop or drop of a booking: coordinates and the address shown (`add`, the specification's name). */
export const addressedPoint = latLng.extend({ add: z.string().trim().min(1).max(300) });
export type AddressedPoint = z.infer<typeof addressedPoint>;
