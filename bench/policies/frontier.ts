// The settings of `batched` whose figures make up the frontier: the default, and each term changed alone.
import { type BatchTerms, defaultBatchTerms } from '@kerb/domain/dispatch';
import type { LabSettings } from '@kerb/lab';

export interface FrontierPoint {
  name: string;
  terms: Partial<BatchTerms>;
  batchSeconds?: number;
}

export const frontier: readonly FrontierPoint[] = [
  { name: 'default', terms: {} },
  { name: 'no busy drivers', terms: { finishWithinSecs: 0 } },
  { name: 'no distance term', terms: { distanceSecsPerKm: 0 } },
  { name: 'distance term doubled', terms: { distanceSecsPerKm: 2 * defaultBatchTerms.distanceSecsPerKm } },
  { name: 'no idle fairness', terms: { idleWeight: 0 } },
  { name: 'strong idle fairness', terms: { idleWeight: 0.1 } },
  { name: 'no decline term', terms: { declineSecs: 0 } },
  { name: 'long waits neutral at scarcity', terms: { scarceLongWaitWeight: 0 } },
  { name: 'long waits first', terms: { longWaitWeight: 0.5, scarceLongWaitWeight: 0.5 } },
  { name: 'no hold-back', terms: { scarcityWeight: 0, scarceLongWaitWeight: 0 } },
  { name: 'less hold-back', terms: { scarcityWeight: defaultBatchTerms.scarcityWeight / 3 } },
  { name: 'wider at scarcity', terms: { scarceReachSecs: 400 } },
  { name: 'narrower at scarcity', terms: { scarceReachSecs: 200 } },
  { name: 'reach 600 s', terms: { reachSecs: 600 } },
  { name: 'reach 1200 s', terms: { reachSecs: 1200 } },
  { name: 'a batch each second', terms: {}, batchSeconds: 1 },
  { name: 'a batch every 10 s', terms: {}, batchSeconds: 10 },
];

export const settingsOf = (base: LabSettings, { terms, batchSeconds }: FrontierPoint): LabSettings => ({
  ...base,
  batchSeconds: batchSeconds ?? base.batchSeconds,
  batch: { ...base.batch, ...terms },
});
