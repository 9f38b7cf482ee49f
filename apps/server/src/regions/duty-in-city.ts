// Implements DutyInOtherCities for this city: other cities of the installation use it to check and end the duty of its
// drivers.
import type { Modules } from '../app.ts';
import { outsideOfCalls } from '../kit/http/current-call.ts';
import type { DutyInOtherCities } from '../modules/fleet/index.ts';

/** Finds the driver by mobile number. It is called while the driver makes a call in another city. */
export function dutyInCity({ identity, fleet, withTx }: Modules): DutyInOtherCities {
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
