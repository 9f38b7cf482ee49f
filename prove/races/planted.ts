// Planted faults of the races: statements without their lock or condition, and changed responses.
import type { Send } from '../../apps/server/src/testing/send-to.ts';
import type { Rewrite } from '../lib/intercepted-database.ts';
import { noBookingLock, withoutComparison } from '../lib/weakened-statements.ts';

/** A fault that rounds of acceptances reveal. */
export interface PlantedRaceFault {
  readonly fault: string;
  readonly sign: RegExp;
  readonly rewrite?: Rewrite;
  /** Changes the responses to the drivers. */
  readonly answering?: (send: Send) => Send;
  readonly isInShortForm?: true;
}

const answered =
  (isChanged: (status: number) => boolean, change: { status: number; code: string }) =>
  (send: Send): Send =>
  async (...call) => {
    const answer = await send(...call);
    return isChanged(answer.status) ? { ...answer, ...change } : answer;
  };

export const plantedRaceFaults: readonly PlantedRaceFault[] = [
  {
    fault: 'an acceptance locks nothing and compares nothing',
    sign: /drivers were answered that they have one booking/,
    rewrite: (text) => withoutComparison(noBookingLock(text)),
    isInShortForm: true,
  },
  {
    fault: 'a driver who accepts is not made busy',
    sign: /a winner is not busy/,
    rewrite: (text) =>
      text.replace(
        /^update "drivers" set "queue" = (\$\d+)/,
        'update "drivers" set "queue" = ($1::boolean and false)',
      ),
  },
  {
    fault: 'the winner is answered that another driver has the booking',
    sign: /the winner was answered that they lost/,
    answering: answered((status) => status === 200, { status: 409, code: 'booking_taken' }),
    isInShortForm: true,
  },
  {
    fault: 'no acceptance is taken',
    sign: /no driver won/,
    answering: () => async () => ({ status: 409, code: 'booking_taken', text: '' }),
  },
  {
    fault: 'a server fails instead of answering who lost',
    sign: /a driver who lost was answered 500 internal/,
    answering: answered((status) => status === 409, { status: 500, code: 'internal' }),
  },
];
