// Builders of what a driver's phone keeps, for tests.
import type { BookingView } from '@kerb/contract';
import type { KeptPosition, KeptStep, NewStep } from '../kept-step.ts';

export const driver = 'driver-1';
export const trip = 'trip-1';

export const newStep = (change: Partial<NewStep> = {}): NewStep => ({
  driver,
  booking: trip,
  kind: 'arrive',
  key: 'key',
  at: 1_000,
  location: { lat: -34.9, lng: -56.2 },
  otp: null,
  file: null,
  refusal: null,
  ...change,
});

export const keptStep = (id: number, change: Partial<NewStep> = {}): KeptStep => ({
  ...newStep({ at: id * 1_000, ...change }),
  id,
});

export const keptPosition = (id: number, at: number, booking = trip): KeptPosition => ({
  id,
  driver,
  booking,
  position: { lat: -34.9, lng: -56.2, at },
});

const nowhere = { lat: 0, lng: 0, add: '' };

/** A taxi trip paid in cash that the driver has accepted. */
export const bookingView = (change: Partial<BookingView> = {}): BookingView => ({
  ...{ id: trip, reference: 'ABCDEF', status: 'ACCEPTED', appcat: 'taxi', actions: ['arrive', 'cancel'] },
  ...{ bookLater: false, tripdate: 0, bookingDate: 0, booking_type_admin: false },
  ...{ carType: 'car', carTypeName: 'Economy', carImage: '' },
  ...{ customer: 'rider', customer_name: 'Ana', customer_contact: null, customer_email: null },
  ...{ customer_image: null, customer_token: null, customer_rating: '' },
  ...{ pickup: nowhere, drop: nowhere, waypoints: [], pickupAddress: '', dropAddress: '' },
  ...{ polyline: '', coords: [], estimate: 100, estimateDistance: 1, estimateTime: 60, distance: null },
  ...{ trip_cost: 100, convenience_fees: 0, driver_share: 100, discount: 0, discount_amount: 0 },
  ...{ promo_applied: false, promo_details: null, breakdown: { lines: [] }, fare_change_reason: null },
  paymentPacket: {
    ...{ payment_mode: 'cash', customer_paid: 0, discount_amount: 0, usedWalletMoney: 0 },
    ...{ cardPaymentAmount: 0, cashPaymentAmount: 0, payableAmount: 100 },
    ...{ promo_applied: false, promo_details: null },
  },
  ...{ payment_mode: 'cash', customer_paid: 0, payableAmount: 100, usedWalletMoney: 0 },
  ...{ cashPaymentAmount: 0, cardPaymentAmount: 0, prepaid: false, gateway: null },
  ...{ driver, driver_name: 'Juan', driver_contact: null, driver_image: null, driver_token: null },
  ...{ driverRating: null, vehicle_number: null, vehicle_description: null, fleetadmin: null },
  ...{ requestedCount: 0, requestedDrivers: {}, otp: null, otp_required: false },
  ...{ driver_accept_time: 1, driver_arrive_time: null, trip_start_time: null, startTime: null },
  ...{ trip_end_time: null, endTime: null, total_trip_time: null, paid_at: null, completed_at: null },
  ...{ cancelled_at: null, reason: null, cancelledBy: null, cancellationFee: 0, cancelSlab: [] },
  ...{ rating: null, rider_rating: null, deliveryPerson: null, deliveryPersonPhone: null },
  ...{ pickUpInstructions: null, deliveryInstructions: null, parcelTypeSelected: null },
  ...{ optionSelected: null, pickup_image: null, deliver_image: null },
  ...change,
});
