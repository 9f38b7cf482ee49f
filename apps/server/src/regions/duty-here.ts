// Implements DutyElsewhere for this city: other cities of the installation use it to check and end its drivers' duty.
import type { Modules } from '../app.ts';
import { outsideOfCalls } from '../kit/http/current-call.ts';
import type { DutyElsewhere } from '../modules/fleet/index.ts';

/** Finds the driver by mobile number. It is called while the driver makes a call in another city. */
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
