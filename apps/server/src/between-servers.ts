// Messages between servers on one database: positions and typing indicators. All other state is in the database.
import { z } from 'zod';
import type { Live } from './kit/live/gateway.ts';
import type { OtherServers, SharedTopic } from './ports/other-servers.ts';

const seen = z.object({
  driver: z.uuid(),
  lat: z.number(),
  lng: z.number(),
  heading: z.number().nullable(),
  speed: z.number().nullable().optional(),
  at: z.number(),
  seenAt: z.number(),
});
type SeenCar = z.infer<typeof seen>;
const carSeen: SharedTopic<SeenCar> = {
  name: 'car.seen',
  read: (data) => seen.parse(data),
  placeOf: ({ lat, lng }) => ({ lat, lng }),
  keyOf: ({ driver }) => driver,
};

const writing = z.object({ topics: z.array(z.string()), from: z.string() });
const someoneWrites: SharedTopic<z.infer<typeof writing>> = {
  name: 'chat.writing',
  read: (data) => writing.parse(data),
};

/**
 * Publishes typing indicators to the clients of every server. Remaining routes are not shared: each server estimates
 * its own.
 */
export function liveOnEveryServer(here: Live, others: OtherServers): Live {
  others.subscribe(someoneWrites, ({ topics, from }) => here.publishTyping(topics, from));
  return {
    ...here,
    publishTyping(topics, from) {
      here.publishTyping(topics, from);
      others.publish(someoneWrites, { topics: [...topics], from });
    },
  };
}

/** The live positions of this server, and the callback that shows a remote position to its subscribers. */
interface Cars {
  live: {
    onMove(listener: (position: SeenCar) => void): unknown;
    get(driver: string): { seenAt: number } | null;
    restore(position: SeenCar & { speed: number | null }): void;
  };
  onRemotePosition(position: SeenCar): void;
  /** Called for every position that another server published. */
  onReceived(): void;
}

/**
 * Publishes the positions that drivers report to this server, and stores the positions received from other servers:
 * those published in the areas this server needs, and those it reads on request.
 */
export function shareCars({ live, onRemotePosition, onReceived }: Cars, others: OtherServers): void {
  live.onMove((position) => others.publish(carSeen, position));
  others.subscribe(carSeen, ({ speed = null, ...position }, isStored) => {
    if (!isStored) onReceived();
    const known = live.get(position.driver);
    if (known && known.seenAt >= position.seenAt) return;
    live.restore({ ...position, speed });
    if (!isStored) onRemotePosition(position);
  });
}

/** The fleet's access to the positions of cars that report to other servers. */
export const carsOfOtherServers = (others: OtherServers) => ({
  need: others.need,
  release: others.release,
  receives: others.receives,
  refreshArea: others.refreshArea,
  refreshDrivers: (drivers: readonly string[]) => others.refreshKeys(carSeen, drivers),
  forget: (driver: string) => others.forget(carSeen, driver),
  onGap: others.onGap,
  receivingSince: others.receivingSince,
});
