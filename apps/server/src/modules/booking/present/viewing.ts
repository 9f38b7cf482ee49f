// The viewer of a booking, and the other inputs of the presenters besides the record.
import type { Settings } from '@kerb/domain/settings';
import type { Viewer } from '../booking.policy.ts';
import type { FareReview } from '../store/booking.tables.ts';

export interface Viewing {
  viewer: Viewer;
  /** uid of the viewer */
  uid: string;
  settings: Pick<Settings, 'autoDispatch' | 'AllowCriticalEditsAdmin'>;
  /** uids of the drivers with an open offer */
  requested: readonly string[];
  /** The booking's fare review, if any. */
  review: FareReview | null;
  /** ms since the epoch */
  now: number;
}
