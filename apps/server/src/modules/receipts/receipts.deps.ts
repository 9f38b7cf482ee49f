// The dependencies of the receipts module.
import type { Lang } from '@kerb/domain/identity';
import type { Settings } from '@kerb/domain/settings';
import type { Clock, Ids, Queries, WithTx } from '../../kit/index.ts';
import type { Documents } from '../../ports/documents.ts';
import type { EmailSender } from '../../ports/email.ts';
import type { BookingApi } from '../booking/index.ts';
import type { CarTypesApi } from '../car-types/index.ts';
import type { LanguagesApi } from '../languages/index.ts';
import type { MapFeature } from '../maps/index.ts';

/** Box in degrees. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface ReceiptsDeps {
  db: Queries;
  withTx: WithTx;
  clock: Clock;
  ids: Ids;
  logger: { warn(details: object, message: string): void };
  documents: Documents;
  /** Null when no e-mail is sent: in production without a mail server. */
  email: EmailSender | null;
  settings: { get(): Promise<Settings> };
  identity: {
    userOf(uid: string): Promise<{ email: string; emailVerified: boolean; lang: Lang | null } | null>;
  };
  languages: Pick<LanguagesApi, 'textsFor'>;
  carTypes: Pick<CarTypesApi, 'carType'>;
  booking: Pick<BookingApi, 'find' | 'partyOf' | 'refundsOf' | 'addedByReview' | 'trailOf'>;
  /** The map features in a box; empty without a map. */
  featuresIn(box: Box): Promise<MapFeature[]>;
}
