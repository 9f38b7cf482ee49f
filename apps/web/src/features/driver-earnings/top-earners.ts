// Computes the chart data of driver earnings: the months of one driver, or the top earners.
import type { DriverEarningRow } from '@kerb/contract';

export interface Earner {
  readonly uid: string | null;
  readonly row: DriverEarningRow;
  /** Sum over all months of the report, in major units. */
  readonly share: number;
}

/** The `most` earners with the highest sum over all rows, highest first. */
export function topEarners(rows: readonly DriverEarningRow[], most: number): Earner[] {
  const earners = new Map<string | null, Earner>();
  for (const row of rows) {
    const share = (earners.get(row.uid)?.share ?? 0) + row.driverShare;
    earners.set(row.uid, { uid: row.uid, row: earners.get(row.uid)?.row ?? row, share });
  }
  return [...earners.values()].toSorted((a, b) => b.share - a.share).slice(0, most);
}
