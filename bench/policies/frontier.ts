// The settings of `batched` whose figures make up the frontier: the default, and each term changed alone.
import { type BatchTerms, defaultBatchTerms } from '@kerb/domain/dispatch';
import type { LabSettings } from '@kerb/lab';

export interface FrontierPoint {
  name: string;
  terms: Partial<BatchTerms>;
  batchSeconds?: number;
}

const { reachSecs, longWaitWeight } = defaultBatchTerms;
/** The need for drivers has no effect. */
const withoutNeed: Partial<BatchTerms> = {
  needWeight: 0,
  scarceReachSecs: reachSecs,
  scarceLongWaitWeight: longWaitWeight,
};

export const frontier: readonly FrontierPoint[] = [
  { name: 'default', terms: {} },
  { name: 'no need', terms: withoutNeed },
  { name: 'need in the price only', terms: { ...withoutNeed, needWeight: defaultBatchTerms.needWeight } },
  { name: 'need in the reach only', terms: { needWeight: 0 } },
  { name: 'scarce reach 300 s', terms: { scarceReachSecs: 300 } },
  { name: 'scarce reach 550 s', terms: { scarceReachSecs: 550 } },
  { name: 'long waits neutral where scarce', terms: { scarceLongWaitWeight: 0 } },
  { name: 'held back also with many free', terms: { fewFreeShare: 1, manyFreeShare: 2 } },
  { name: 'reach 1200 s', terms: { reachSecs: 1200 } },
  { name: 'no busy drivers', terms: { finishWithinSecs: 0 } },
  { name: 'strong idle fairness', terms: { idleWeight: 0.1 } },
  { name: 'a batch each second', terms: {}, batchSeconds: 1 },
];

export const settingsOf = (base: LabSettings, { terms, batchSeconds }: FrontierPoint): LabSettings => ({
  ...base,
  batchSeconds: batchSeconds ?? base.batchSeconds,
  batch: { ...base.batch, ...terms },
});
