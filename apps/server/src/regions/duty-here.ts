// A city's drivers, as the other cities of the installation ask about them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Modules } from '../app.ts';
import type { DutyElsewhere } from '../modules/fleet/index.ts';

/** What a driver with this number does in this city. */
export function dutyHere({ identity, fleet, withTx }: Modules): DutyElsewhere {
  const driverWith = async (mobile: string) => {
    const user = await identity.api.userWithMobile(mobile);
    return user?.usertype === 'driver' ? fleet.api.driverOf(user.uid) : null;
  };
  async function endDuty(mobile: string): Promise<void> {
    const driver = await driverWith(mobile);
    if (driver !== null) await withTx((tx) => fleet.api.takeOffDuty(tx, driver.uid));
  }

  // The call that a driver makes in another city has its idempotency key there: nothing of it is for this city's database.
  const outsideOfCalls = AsyncLocalStorage.snapshot();
  return {
    isOnTrip: (mobile) => outsideOfCalls(async () => (await driverWith(mobile))?.queue ?? false),
    endDuty: (mobile) => outsideOfCalls(() => endDuty(mobile)),
  };
}
