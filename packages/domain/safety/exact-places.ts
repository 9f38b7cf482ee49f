// Decides how long a driver sees the exact addresses of a trip: while driving it, and until its cash is collected.
import { type BookingStatus, occupiesDriver, type PaymentMode } from '../booking/index.ts';

/** The addresses may be a rider's home or workplace, so that after the trip the driver sees street names only. */
export const driverSeesExactPlaces = (status: BookingStatus, payment_mode: PaymentMode): boolean =>
  occupiesDriver(status) || (status === 'PENDING' && payment_mode === 'cash');
