// Somebody was changed by a manager: every server asks anew whose driver that is, before the next position is shown.
import { z } from 'zod';
import type { Subscriber } from '../../kit/index.ts';
import type { Bus, BusTopic } from '../../ports/bus.ts';

const changed = z.object({ uid: z.string() });

export const driverChanged: BusTopic<{ driver: string }> = { name: 'tracking.driver-changed' };

export function onUserChanged({ bus }: { bus: Bus }): Subscriber {
  return {
    name: 'tracking.on-user-changed',
    events: ['user.changed'],
    handle: async ({ data }) => bus.publish(driverChanged, { driver: changed.parse(data).uid }),
  };
}
