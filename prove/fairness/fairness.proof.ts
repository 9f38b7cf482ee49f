// npm run prove -- fairness: one abusive caller at the rate of one client machine, and its effect on others.
import type { Proof } from '../lib/proof.ts';
import { type Pace, proveFairness } from './prove-fairness.ts';

// About 20 sign-ins fit into 8 s; with fewer, the 95th percentile would be the slowest one.
const PACE: Pace = { pairs: 4, plantedPairs: 1, windowMs: 8_000 };
const SHORT_PACE: Pace = { pairs: 1, plantedPairs: 1, windowMs: 8_000 };

export const proof: Proof = {
  name: 'fairness',
  about:
    'with an abusive caller at 300 calls a second others keep p95 within 3 times idle, and memory within 1.3 times',
  run: (log, { isShort }) => proveFairness(isShort ? SHORT_PACE : PACE, log),
};
