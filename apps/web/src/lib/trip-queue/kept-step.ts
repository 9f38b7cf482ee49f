// What a driver's phone keeps of a trip until the server has it: steps with their proof photos, and positions.
import type { PositionInput } from '@kerb/contract';
import type { ProofPhotoName } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';

/** In the order in which a trip takes them. Accepting is none of them: it is a race that only the server decides. */
export type StepKind = 'arrive' | 'start' | 'reach' | 'collect' | ProofPhotoName;

/** A photo's bytes: unlike a Blob they are kept by every browser. */
export interface KeptFile {
  readonly bytes: ArrayBuffer;
  readonly type: string;
}

/** Why the server did not take a step. */
export interface Refusal {
  /** Its error code. */
  readonly code: string;
  /** It is sent again by itself from then on (ms since the epoch); null: somebody has to put it right. */
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
  readonly file: KeptFile | null;
  readonly refusal: Refusal | null;
}

export interface KeptStep extends NewStep {
  /** Given by the store, ever higher: the order of sending. */
  readonly id: number;
}

export interface NewPosition {
  readonly driver: string;
  readonly booking: string;
  readonly position: PositionInput;
}

export interface KeptPosition extends NewPosition {
  readonly id: number;
}
