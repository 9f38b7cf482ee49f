// What the booking module needs of the rest of the house: narrow views of the lower modules' apis.
import type { PaymentView } from '@kerb/contract';
import type { CarType } from '@kerb/domain/fleet';
import type { LatLng } from '@kerb/domain/geo';
import type { Ratings, Usertype } from '@kerb/domain/identity';
import type { Minor } from '@kerb/domain/kernel';
import type { ProviderName } from '@kerb/domain/payment';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, Tx, WithTx } from '../../kit/index.ts';
import type { Images } from '../../ports/images.ts';
import type { Storage } from '../../ports/storage.ts';
import type { LanguagesApi } from '../languages/index.ts';
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
  /** busy on a trip */
  queue: boolean;
  approved: boolean;
  fleetadmin: string | null;
  /** ms; the first of the documents runs out then. Null while none has an end. */
  documentsValidUntil: number | null;
}

export interface RoadWay {
  distance_in_km: number;
  time_in_secs: number;
  polylinePoints: string;
}

export interface BookingDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  /** Unpredictable bytes for references and trip codes. */
  random: (bytes: number) => Uint8Array;
  settings: { get(): Promise<Settings> };
  languages: Pick<LanguagesApi, 'textsFor'>;
  images: Images;
  storage: Storage;
  maps: {
    directions(start: LatLng, dest: LatLng, waypoints: readonly LatLng[]): Promise<RoadWay>;
    reverse(point: LatLng): Promise<string>;
    assertInCity(point: LatLng): void | Promise<void>;
  };
  identity: {
    userOf(uid: string): Promise<Person | null | undefined>;
    /** True for somebody who is not deleted, and is not until the transaction ends. */
    holdPresent(tx: Tx, uid: string): Promise<boolean>;
    /** The same of somebody who is approved, and stays approved that long. */
    holdApproved(tx: Tx, uid: string): Promise<boolean>;
    recordRating(tx: Tx, uid: string, stars: number): Promise<unknown>;
    rememberAddress(
      tx: Tx,
      uid: string,
      point: LatLng & { add: string },
      convertToMile: boolean,
    ): Promise<unknown>;
  };
  fleet: {
    carType(id: string): Promise<CarType | null | undefined>;
    /** True for one that is there, and is not deleted until the transaction ends. */
    holdCarType(tx: Tx, id: string): Promise<boolean>;
    driverOf(uid: string): Promise<Driver | null | undefined>;
    setQueue(tx: Tx, uid: string, busy: boolean): Promise<unknown>;
    /** `seenAt` by the server's clock, ms since the epoch. */
    live: { get(uid: string): (LatLng & { seenAt: number }) | null | undefined };
    eligibleNear(point: LatLng, options: { carType?: string; limit?: number }): Promise<readonly unknown[]>;
  };
  wallet: WalletApi;
  promos: PromosApi;
  payments: BookingPayments;
}

/** What a provider captured for a payment. */
export interface CapturedPayment {
  payment: string;
  /** Who paid. */
  uid: string;
  booking: string | null;
  provider: ProviderName;
  amount: Minor;
}

export interface BookingPayments {
  /** null while nothing was captured; less what went back. With `tx` it stays so until the transaction ends. */
  captureOf(payment: string, tx?: Tx): Promise<CapturedPayment | null>;
  /** What a provider has paid back without being asked here; no more until the transaction ends. */
  elsewhereOf(tx: Tx, payment: string): Promise<{ refund: string; amount: Minor; reason: string }[]>;
  /** Has the provider pay back, once for each refund id; told of by payment.refunded or payment.refund-failed. */
  refund(tx: Tx, order: { refund: string; payment: string; amount: Minor; reason: string }): Promise<void>;
  /** Every attempt to pay for a booking by card, newest first. */
  ofBooking(booking: string): Promise<PaymentView[]>;
}
