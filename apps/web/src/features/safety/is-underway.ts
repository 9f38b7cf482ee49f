// Whether a driver is on the trip: only then it is shared, and only then help is asked for.
import { type BookingStatus, keepsDriverBusy } from '@kerb/domain/booking';

export const isUnderway = (status: BookingStatus): boolean => keepsDriverBusy(status);
