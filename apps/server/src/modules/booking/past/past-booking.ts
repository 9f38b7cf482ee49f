// Types of the facts from which the record of a past booking is computed, for seeds: users, places, times and outcome.
// Times are ms since the epoch.
import type { CancelledBy, InstructionData, PaymentMode } from '@kerb/domain/booking';
import type { Promo } from '@kerb/domain/fare';
import type { CarType } from '@kerb/domain/fleet';
import type { AddressedPoint, LatLng } from '@kerb/domain/geo';
import type { Minor } from '@kerb/domain/kernel';
import type { AppCategory } from '@kerb/domain/settings';
import type { PostingDraft } from '../../wallet/index.ts';
import type { Driver, Person } from '../booking.deps.ts';
import type {
  BookingRecord,
  BookingRequestRow,
  BookingTimelineTable,
  FareReview,
} from '../store/booking.tables.ts';

export interface PastRoute {
  distance_km: number;
  free_flow_secs: number;
  /** Encoded polyline, precision 5. */
  line: string;
}

export interface PastRating {
  at: number;
  /** Null when the rater skipped the stars. */
  stars: number | null;
  comment: string | null;
}

/** The driven trip; each time is later than the one before. */
export interface PastTrip {
  startedAt: number;
  endedAt: number;
  distance_km: number;
  /** When the amount was paid that was not already paid before or at the end of the trip. */
  paidAt: number;
  driverRating: PastRating;
  /** Null when the driver did not rate. */
  riderRating: PastRating | null;
  /** Index of the suggested tip, and when it was given; no tip is given that exceeds the wallet's balance. */
  tip: { at: number; suggestion: number } | null;
  /** An admin's decision about a fare above the tolerance; null leaves the review open. */
  review: { at: number; by: string; approve: boolean; note: string } | null;
}

export interface PastDriver {
  person: Person;
  driver: Driver;
  /** The driver's position on accepting. */
  place: LatLng;
  acceptedAt: number;
  arrivedAt: number | null;
}

export type PastOffer = Pick<BookingRequestRow, 'driver' | 'requested_at' | 'expires_at' | 'outcome'>;

export interface PastBooking {
  id: string;
  quote: string;
  requestedAt: number;
  /** The time of a later trip; null for a trip at once. */
  tripdate: number | null;
  byAdmin: boolean;
  appcat: AppCategory;
  rider: Person;
  carType: CarType;
  pickup: AddressedPoint;
  drop: AddressedPoint;
  route: PastRoute;
  instructions: InstructionData | null;
  payment_mode: PaymentMode;
  /** The promo to apply, if it is applicable. */
  promo: Promo | null;
  offers: readonly PastOffer[];
  taken: PastDriver | null;
  trip: PastTrip | null;
  cancelled: { at: number; by: CancelledBy; reason: string } | null;
}

/** Ports of the surrounding past: balances, ledger, card payments and promos at that time. */
export interface PastSurroundings {
  /** The user's wallet balance at this point of the past, minor units. */
  balanceOf(uid: string): Minor;
  /** Posts to the past ledger and updates the balances. */
  post(draft: PostingDraft, at: number): void;
  /** Adds a payment by card; returns its id. */
  payByCard(card: { rider: string; booking: string; reference: string; amount: Minor; at: number }): string;
  /** Counts a use of the promo and returns its discount on this price; 0 when it does not apply. */
  takePromo(promo: Promo, use: { booking: string; rider: string; trip_cost: Minor; at: number }): Minor;
  nextId(at: number): string;
  random(bytes: number): Uint8Array;
}

export interface PastRecord {
  booking: BookingRecord;
  timeline: BookingTimelineTable[];
  /** Inserted with the present fleets of their drivers. */
  requests: Omit<BookingRequestRow, 'fleetadmin'>[];
  review: FareReview | null;
}
