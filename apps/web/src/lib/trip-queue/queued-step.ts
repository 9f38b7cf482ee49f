// Types of the data that a driver's phone stores until the server has received it: steps with proof photos, and
// positions.
import type { PositionInput } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';

/**
 * The steps of a trip. Accepting an offer is never queued, because drivers race for it and only the server can decide.
 */
export type StepKind = 'arrive' | 'start' | 'reach' | 'collect' | ProofPhotoName;

/** A photo as bytes, because not every browser can store a Blob in IndexedDB. */
export interface StepFile {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Why the server rejected a step. */
export interface Refusal {
  /** The server's error code. */
  readonly code: string;
  /** When the step is retried automatically, ms since the epoch; null: the driver has to correct it. */
  readonly until: number | null;
}

export interface NewStep {
  /** Id of the step's driver; another driver on this phone neither sees nor sends it. */
  readonly driver: string;
  readonly booking: string;
  readonly kind: StepKind;
  /** The idempotency key of every attempt. */
  readonly key: string;
  /**
   * When the driver took the step, ms since the epoch, corrected by the offset of this phone's clock from the server's.
   */
  readonly at: number;
  readonly location: LatLng | null;
  /** For a start: the trip code that the driver received from the rider. */
  readonly otp: string | null;
  readonly file: StepFile | null;
  readonly refusal: Refusal | null;
}

export interface QueuedStep extends NewStep {
  /** Assigned by the store in increasing order, which is the order of sending. */
  readonly id: number;
}

export interface NewPosition {
  readonly driver: string;
  readonly booking: string;
  readonly position: PositionInput;
}

export interface QueuedPosition extends NewPosition {
  readonly id: number;
}
