// Checks whether a driver is on the trip: sharing and emergency calls are available only then.
import { type BookingStatus, occupiesDriver } from '@kerb/domain/booking';

export const isUnderway = (status: BookingStatus): boolean => occupiesDriver(status);
