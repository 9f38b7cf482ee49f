// Builders of bookings for tests: the draft of the booking form, the bill at the end of a trip, and the booking of the
// API.
import {
  type BookingView,
  booking,
  type FareReviewRow,
  type FareReviewView,
  fareReview,
  fareReviewRow,
  type Task,
  task,
} from '@kerb/contract';
import type { Bill, BookingDraft } from '@kerb/domain/booking';
import { encodePolyline } from '@kerb/domain/geo';
import { minor } from '@kerb/domain/kernel';
import { SOME_NOON } from '../fake-clock.ts';
import { testId } from '../fake-ids.ts';
import { aUser } from './people.ts';
import { montevideo } from './places.ts';

/** A complete and valid draft of an immediate taxi ride. */
export function aBookingDraft(change: Partial<BookingDraft> = {}): BookingDraft {
  return {
    appcat: 'taxi',
    booking_type_admin: false,
    person: aUser(),
    pickup: { ...montevideo.plazaIndependencia },
    drop: { ...montevideo.tresCruces },
    carType: testId(0xca1),
    bookLater: false,
    tripdate: null,
    driversNearby: 3,
    ...change,
  };
}

/** A bill of 461.88 in cash, without a discount. */
export function aBill(change: Partial<Bill> = {}): Bill {
  return {
    trip_cost: minor(46_188),
    discount_amount: minor(0),
    payment_mode: 'cash',
    prepaid: false,
    usedWalletMoney: minor(0),
    walletBalance: minor(0),
    ...change,
  };
}

const people = {
  customer: testId(0xa11),
  customer_name: 'Ana Silva',
  customer_contact: '+59899123456',
  customer_email: 'ana@example.uy',
  customer_image: null,
  customer_token: null,
  customer_rating: '',
  driver: null,
  driver_name: null,
  driver_contact: null,
  driver_image: null,
  driver_token: null,
  driverRating: null,
  vehicle_number: null,
  vehicle_description: null,
  fleetadmin: null,
  requestedCount: 1,
  requestedDrivers: {},
};

const amounts = {
  estimate: 446.88,
  estimateDistance: 7.25,
  estimateTime: 1110,
  distance: null,
  distanceUnit: 'km',
  trip_cost: 461.88,
  convenience_fees: 15,
  driver_share: 446.88,
  discount: 0,
  discount_amount: 0,
  promo_applied: false,
  promo_details: null,
  breakdown: {
    lines: [
      { kind: 'base', amount: 60 },
      { kind: 'distance', quantity: 7.25, rate: 35.5, amount: 257.38 },
      { kind: 'time', quantity: 1110, rate: 420, amount: 129.5 },
      { kind: 'convenience_fee', amount: 15 },
    ],
    minimum_reached: false,
  },
  fare_change_reason: null,
  meterMethod: null,
  drivenLine: '',
  fareReview: null,
  payment_mode: 'cash',
  customer_paid: 0,
  payableAmount: 461.88,
  usedWalletMoney: 0,
  cashPaymentAmount: 0,
  cardPaymentAmount: 0,
  prepaid: false,
  gateway: null,
  paymentPacket: { appcat: 'taxi', payment_mode: 'cash', payableAmount: 461.88 },
};

const nothingYet = {
  otp: false,
  otp_required: false,
  driver_accept_time: null,
  followOn: null,
  acceptedAhead: false,
  cancelFeeFrom: null,
  driver_arrive_time: null,
  trip_start_time: null,
  startTime: null,
  trip_end_time: null,
  endTime: null,
  total_trip_time: null,
  tip: 0,
  paid_at: null,
  completed_at: null,
  cancelled_at: null,
  reason: null,
  cancelledBy: null,
  cancellationFee: 0,
  cancelSlab: [],
  rating: null,
  rider_rating: null,
  deliveryPerson: null,
  deliveryPersonPhone: null,
  pickUpInstructions: null,
  deliveryInstructions: null,
  parcelTypeSelected: null,
  optionSelected: null,
  pickup_image: null,
  deliver_image: null,
};

/** A NEW taxi booking with cash payment, as its rider sees it. */
export function aBooking(change: Partial<BookingView> = {}): BookingView {
  const { plazaIndependencia: pickup, tresCruces: drop } = montevideo;
  return booking.parse({
    id: testId(0xb00),
    reference: 'K7PD2M',
    status: 'NEW',
    appcat: 'taxi',
    actions: ['cancel'],
    bookLater: false,
    tripdate: SOME_NOON,
    bookingDate: SOME_NOON,
    booking_type_admin: false,
    carType: testId(0xca1),
    carTypeName: 'Economy',
    carImage: '',
    pickup,
    drop,
    waypoints: [],
    pickupAddress: pickup.add,
    dropAddress: drop.add,
    polyline: encodePolyline([pickup, drop]),
    coords: [pickup, drop].map(({ lat, lng }) => ({ latitude: lat, longitude: lng })),
    ...people,
    ...amounts,
    ...nothingYet,
    ...change,
  });
}

/** An open review: quoted 446.88, collected 670.32, metered 900; the rider's additional amount is 229.68. */
export function aFareReview(change: Partial<FareReviewView> = {}): FareReviewView {
  return fareReview.parse({
    status: 'open',
    reason: 'distance_and_time',
    quoted: 446.88,
    collected: 670.32,
    metered: 900,
    extra: 229.68,
    extraShare: 201.5,
    openedAt: SOME_NOON,
    decidedAt: null,
    note: '',
    ...change,
  });
}

/** The open review of a paid trip of 19.4 km in 46 minutes, quoted for 7.25 km in 18.5 minutes. */
export function aFareReviewRow(change: Partial<FareReviewRow> = {}): FareReviewRow {
  const { plazaIndependencia: pickup, tresCruces: drop } = montevideo;
  return fareReviewRow.parse({
    ...aFareReview(),
    booking: testId(0xb00),
    reference: 'K7PD2M',
    bookingStatus: 'PAID',
    customer: testId(0xa11),
    customer_name: 'Ana Silva',
    driver: testId(0xd01),
    driver_name: 'Bruno Paz',
    pickupAddress: pickup.add,
    dropAddress: drop.add,
    estimateDistance: 7.25,
    distance: 19.4,
    distanceUnit: 'km',
    estimateTime: 1110,
    total_trip_time: 2760,
    meterMethod: 'matched',
    ...change,
  });
}

/** The driver's task for that booking, 1.2 km from its pickup, with an offer open for half a minute from SOME_NOON. */
export function aTask(change: Partial<Task> = {}): Task {
  const { plazaIndependencia: pickup, tresCruces: drop } = montevideo;
  return task.parse({
    booking: testId(0xb00),
    reference: 'K7PD2M',
    expiresAt: SOME_NOON + 30_000,
    afterTrip: false,
    pickup,
    drop,
    waypoints: [],
    polyline: '',
    bookLater: false,
    tripdate: SOME_NOON,
    carType: testId(0xca1),
    carTypeName: 'Economy',
    customer_name: 'Ana Silva',
    customer_rating: '4.8',
    payment_mode: 'cash',
    trip_cost: 461.88,
    driver_share: 446.88,
    estimateDistance: 7.25,
    estimateTime: 1110,
    pickup_distance: 1.2,
    pickup_time: 240,
    ...change,
  });
}
