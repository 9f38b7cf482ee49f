// The facts of a booking of the past, from which its record is computed: who, where, when, and how it ended. Times are
// ms since the epoch.
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
  /** Null: skipped. */
  stars: number | null;
  comment: string | null;
}

/** The trip itself; each time is later than the one before. */
export interface PastTrip {
  startedAt: number;
  endedAt: number;
  distance_km: number;
  /** When everything was paid that was not paid before or at the end. */
  paidAt: number;
  driverRating: PastRating;
  /** Null: the driver left it. */
  riderRating: PastRating | null;
  /** Which of the suggested tips, given at this time; nothing is tipped that the wallet does not hold. */
  tip: { at: number; suggestion: number } | null;
  /** What an admin decided about a fare above the tolerance; an undecided one stays open. */
  review: { at: number; by: string; approve: boolean; note: string } | null;
}

export interface PastDriver {
  person: Person;
  driver: Driver;
  /** Where the driver was on accepting. */
  place: LatLng;
  acceptedAt: number;
  arrivedAt: number | null;
}

export type PastOffer = Pick<BookingRequestRow, 'driver' | 'requested_at' | 'expires_at' | 'outcome'>;

export interface PastBooking {
  id: string;
  quote: string;
  requestedAt: number;
  /** The time of a trip booked for later; null: at once. */
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
  /** Taken if it applies. */
  promo: Promo | null;
  offers: readonly PastOffer[];
  taken: PastDriver | null;
  trip: PastTrip | null;
  cancelled: { at: number; by: CancelledBy; reason: string } | null;
}

/** What computing a record needs of the past around it. */
export interface PastSurroundings {
  /** Of the rider, at this point of the past. */
  balanceOf(uid: string): Minor;
  /** Writes to the ledger of the past; the balances follow. */
  post(draft: PostingDraft, at: number): void;
  /** A payment by card; answers its id. */
  payByCard(card: { rider: string; booking: string; reference: string; amount: Minor; at: number }): string;
  /** The discount of the promo on this price, counted as a use; 0 when it does not apply. */
  takePromo(promo: Promo, use: { booking: string; rider: string; trip_cost: Minor; at: number }): Minor;
  nextId(at: number): string;
  random(bytes: number): Uint8Array;
}

export interface PastRecord {
  booking: BookingRecord;
  timeline: BookingTimelineTable[];
  requests: BookingRequestRow[];
  review: FareReview | null;
}
