// How long a driver finds the doors of a trip: while he drives it, and while he has cash to collect for it.
import { type BookingStatus, keepsDriverBusy, type PaymentMode } from '../booking/index.ts';

/** Whoever rides lives or works there: after the trip the driver is shown streets, not doors. */
export const driverSeesDoors = (status: BookingStatus, payment_mode: PaymentMode): boolean =>
  keepsDriverBusy(status) || (status === 'PENDING' && payment_mode === 'cash');
