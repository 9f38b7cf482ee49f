// The dependencies of the booking module: narrow interfaces of the lower modules, the ports and the kit.
import type { CancelReason, PaymentForm, PaymentView } from '@kerb/contract';
import type { CarType, DutyState } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import type { Ratings, Usertype } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Settings } from '@kerb/domain/settings';
import type { Actor, Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { Images } from '../../ports/images.ts';
import type { MatchedTrace, TimedRoute, TimedTravel } from '../../ports/maps.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { RoutingBudget } from '../maps/index.ts';
import type { PromosApi } from '../promos/index.ts';
import type { WalletApi } from '../wallet/index.ts';

export interface Person {
  uid: string;
  usertype: Usertype;
  approved: boolean;
  firstName: string;
  lastName: string;
  email: string;
  mobile: string;
  profile_image: string | null;
  pushToken: string | null;
  ratings: Ratings;
}

export interface Driver {
  uid: string;
  carType: string | null;
  vehicleMake: string;
  vehicleModel: string;
  vehicleNumber: string;
  driverActiveStatus: boolean;
  /** on a trip */
  queue: boolean;
  approved: boolean;
  fleetadmin: string | null;
  /** When the first of the documents expires, ms since the epoch; null while no document has an expiry. */
  documentsValidUntil: number | null;
  /** When the driver's hours on duty end, ms since the epoch; null without a limit, and until it is computed. */
  dutyUntil: number | null;
}

/** `time_in_secs` includes the traffic to expect, `free_flow_secs` does not. */
export type RoadWay = TimedTravel & Pick<TimedRoute, 'polylinePoints' | 'legs'>;

export interface BookingDeps {
  db: Queries;
  /** Queries for lists and exports, which a read replica may answer. */
  reads: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Unpredictable bytes for references and trip codes. */
  random: (bytes: number) => Uint8Array;
  settings: {
    get(): Promise<Settings>;
    /** The decimals of amounts, which cannot change until the transaction ends. */
    lockMoneyUnit(tx: Tx): Promise<Pick<Settings, 'decimal'>>;
  };
  languages: Pick<LanguagesApi, 'textsFor'>;
  images: Images;
  storage: Storage;
  maps: {
    directions(
      start: LatLng,
      dest: LatLng,
      waypoints: readonly LatLng[],
      options?: {
        /** Identifies the client for fair queueing of route requests. */
        caller?: string | undefined;
        /** ms since the epoch; now when left out. */
        departAt?: number;
      },
    ): Promise<RoadWay>;
    /** null when the map service cannot match, or when no part of the trace is near a road. */
    matchTrace(trace: readonly LatLng[]): Promise<MatchedTrace | null>;
    reverse(point: LatLng): Promise<string>;
    assertInCity(point: LatLng): void | Promise<void>;
  };
  /** Rate limit on the route requests behind estimates. */
  routing: Pick<RoutingBudget, 'admitDirections'>;
  identity: {
    userOf(uid: string): Promise<Person | null | undefined>;
    /** Whether the user exists; if so, a lock prevents their deletion until the transaction ends. */
    lockExisting(tx: Tx, uid: string): Promise<boolean>;
    /** Like `lockExisting` for a user who has a wallet, which admins do not; a lock prevents a change of role too. */
    lockWalletHolder(tx: Tx, uid: string): Promise<boolean>;
    /** Whether the user exists and is approved; if so, a lock prevents a change of both until the transaction ends. */
    lockApproved(tx: Tx, uid: string): Promise<boolean>;
    /** Adds the rating to the user's mean. False for a deleted user; otherwise a lock prevents their deletion. */
    recordRating(tx: Tx, uid: string, stars: number): Promise<boolean>;
    rememberAddress(
      tx: Tx,
      uid: string,
      point: LatLng & { add: string },
      convertToMile: boolean,
    ): Promise<unknown>;
  };
  /** The texts of car types and reasons to cancel in the languages of the installation. */
  catalog: {
    carTypes(): Promise<readonly CarType[]>;
    cancelReasons(): Promise<readonly CancelReason[]>;
  };
  fleet: {
    carType(id: string): Promise<CarType | null | undefined>;
    /** Whether the car type exists; if so, a lock prevents its deletion until the transaction ends. */
    lockCarType(tx: Tx, id: string): Promise<boolean>;
    driverOf(uid: string): Promise<Driver | null | undefined>;
    /** Reads the driver within a transaction; whether they are approved is not part of the record. */
    findDriver(tx: Tx, uid: string): Promise<Omit<Driver, 'approved'> | null>;
    /** The same, and locks the driver until the transaction ends. */
    lockDriver(tx: Tx, uid: string): Promise<Omit<Driver, 'approved'>>;
    /** Until when the driver may be on duty, and the rule that ends it; computed from their periods on duty. */
    dutyState(uid: string): Promise<Pick<DutyState, 'until' | 'rule'>>;
    setQueue(tx: Tx, uid: string, busy: boolean): Promise<unknown>;
    /** `seenAt`: when the server received the position, ms since the epoch. */
    live: { get(uid: string): (LatLng & { seenAt: number }) | null | undefined };
    /** Also reads positions that other servers received. */
    positions: { of(uid: string): Promise<unknown> };
    /** Makes the device on which a driver takes a step the one that reports their position; nothing for other users. */
    reportingDevices: { use(tx: Tx, actor: Actor): Promise<void> };
    eligibleNear(point: LatLng, options: { carType?: string; limit?: number }): Promise<readonly unknown[]>;
    /** Whether a driver of the car type finishes a trip near the point soon; false while follow-on trips are off. */
    isFinishingNear(point: LatLng, carType: string): Promise<boolean>;
  };
  /** Multiplies the highest speed that the trip meter accepts; 1 by default. */
  meterSpeedScale?: number;
  wallet: WalletApi;
  promos: PromosApi;
  payments: BookingPayments;
  search: DriverSearch;
}

/** Implemented by dispatch, one tier above: the search for a booking's driver. */
export interface DriverSearch {
  /** The drivers that a new offer round could include; drivers with an expired offer count again. */
  candidates(id: string): Promise<readonly string[]>;
}

/** What a provider captured for a payment. */
export interface CapturedPayment {
  payment: string;
  /** uid of the payer */
  uid: string;
  booking: string | null;
  provider: ProviderName;
  amount: Minor;
}

export interface BookingPayments {
  /** The captured amount minus refunds; null before a capture. With `tx` it cannot change until the transaction ends. */
  captureOf(payment: string, tx?: Tx): Promise<CapturedPayment | null>;
  /** Refunds that the operator issued in the provider's console; no other one is added until the transaction ends. */
  elsewhereOf(tx: Tx, payment: string): Promise<{ refund: string; amount: Minor; reason: string }[]>;
  /** Requests a refund, idempotent by refund id; payment.refunded or payment.refund-failed reports the result. */
  refund(tx: Tx, order: { refund: string; payment: string; amount: Minor; reason: string }): Promise<void>;
  /** The form to post to a provider for a tip by card. Throws `no_provider_found`. */
  openTip(actor: Actor, tip: { booking: string; amount: Minor }): Promise<PaymentForm>;
  /** Every attempt to pay for a booking by card, newest first. */
  ofBooking(booking: string): Promise<PaymentView[]>;
  /** Whether a payment of the booking is in progress, waits for an admin, or was captured and is not processed yet. */
  mayStillPay(booking: string): Promise<boolean>;
}
