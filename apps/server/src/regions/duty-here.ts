// A city's drivers, as the other cities of the installation ask about them.
import type { Modules } from '../app.ts';
import { outsideOfCalls } from '../kit/http/current-call.ts';
import type { DutyElsewhere } from '../modules/fleet/index.ts';

/** What a driver with this number does in this city; asked within a call that the driver makes in another one. */
export function dutyHere({ identity, fleet, withTx }: Modules): DutyElsewhere {
  const driverWith = async (mobile: string) => {
    const user = await identity.api.userWithMobile(mobile);
    return user?.usertype === 'driver' ? fleet.api.driverOf(user.uid) : null;
  };
  async function endDuty(mobile: string): Promise<void> {
    const driver = await driverWith(mobile);
    if (driver !== null) await withTx((tx) => fleet.api.takeOffDuty(tx, driver.uid));
  }

  return {
    isOnTrip: (mobile) => outsideOfCalls(async () => (await driverWith(mobile))?.queue ?? false),
    endDuty: (mobile) => outsideOfCalls(() => endDuty(mobile)),
  };
}
