// Checks whether a driver is on the trip: sharing and emergency calls are available only then.
import { type BookingStatus, keepsDriverBusy } from '@kerb/domain/booking';

export const isUnderway = (status: BookingStatus): boolean => keepsDriverBusy(status);
