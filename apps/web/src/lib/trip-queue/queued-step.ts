// What a driver's phone keeps of a trip until the server has it: steps with their proof photos, and positions.
import type { PositionInput } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';

/** In the order of a trip. Accepting is never queued: it is a race that only the server decides. */
export type StepKind = 'arrive' | 'start' | 'reach' | 'collect' | ProofPhotoName;

/** A photo's bytes: unlike a Blob, every browser can store them. */
export interface StepFile {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Why the server did not take a step. */
export interface Refusal {
  /** Its error code. */
  readonly code: string;
  /** Retried automatically from then on (ms since the epoch); null: the driver has to correct it. */
  readonly until: number | null;
}

export interface NewStep {
  /** Whose step it is: another driver at this phone neither sees nor sends it. */
  readonly driver: string;
  readonly booking: string;
  readonly kind: StepKind;
  /** The idempotency key it is sent with, every time. */
  readonly key: string;
  /** When it happened, by this phone's clock and what it is off the server's, ms since the epoch. */
  readonly at: number;
  readonly location: LatLng | null;
  /** Of a start: the trip code the rider said. */
  readonly otp: string | null;
  readonly file: StepFile | null;
  readonly refusal: Refusal | null;
}

export interface QueuedStep extends NewStep {
  /** Given by the store, ever higher: the order of sending. */
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
