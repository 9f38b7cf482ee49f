// Orders the kinds of alerts by how soon an admin must handle them.
import { reportSubjects } from './report-rules.ts';

/** Calls for help first, then what the positions of a trip show, then the reports of riders. */
const kindsByUrgency = [['panic'], ['standstill', 'off_route'], reportSubjects] as const;

export const alertKinds = kindsByUrgency.flat();
export type RankedAlertKind = (typeof alertKinds)[number];

/** Rank of riders' reports, which are not urgent. */
export const REPORT_RANK = 2;

/** Rank of a kind: 0 is the most urgent. */
export function alertRank(kind: RankedAlertKind): number {
  return kindsByUrgency.findIndex((kinds: readonly RankedAlertKind[]) => kinds.includes(kind));
}

/** True for alerts that an admin must handle at once. */
export const isUrgentAlert = (kind: RankedAlertKind): boolean => alertRank(kind) < REPORT_RANK;
