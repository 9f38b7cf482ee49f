// Sums what drivers paid for the platform's own vehicles. The links of the chain never change, so the sum up to a link
// is cached, and a read adds only the transactions after it: its cost does not grow with the history.
import { add, ZERO } from '@kerb/domain/kernel';
import type { Link, VehicleRevenue } from './ledger.repository.ts';

export interface VehicleRevenueSource {
  link(seq: number): Promise<Link | undefined>;
  /** The revenue from the transactions after link `seq`. */
  vehicleRevenueAfter(seq: number): Promise<VehicleRevenue>;
}

interface Summed {
  readonly through: Link;
  readonly revenue: VehicleRevenue;
}

const nothing: VehicleRevenue = { rent: ZERO, commission: ZERO };

export function createSumVehicleRevenue() {
  let newest: Summed | null = null;

  /** `source` reads one snapshot, whose newest link is `head`; undefined while the ledger is empty. */
  return async function sumVehicleRevenue(
    source: VehicleRevenueSource,
    head: Link | undefined,
  ): Promise<VehicleRevenue> {
    if (head === undefined) return nothing;
    const known = newest;
    // After a failover or a restored backup, the chain may be another one.
    const isOfChain = known !== null && (await source.link(known.through.seq))?.hash === known.through.hash;
    const before = isOfChain ? known : null;
    if (before?.through.seq === head.seq) return before.revenue;
    const after = await source.vehicleRevenueAfter(before?.through.seq ?? 0);
    const revenue = {
      rent: add(before?.revenue.rent ?? ZERO, after.rent),
      commission: add(before?.revenue.commission ?? ZERO, after.commission),
    };
    newest = { through: head, revenue };
    return revenue;
  };
}
