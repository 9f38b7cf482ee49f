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
};

const writing = z.object({ topics: z.array(z.string()), from: z.string() });
const someoneWrites: SharedTopic<z.infer<typeof writing>> = {
  name: 'chat.writing',
  read: (data) => writing.parse(data),
};

/** Publishes typing indicators to clients of every server. Each server estimates remaining routes by itself. */
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

/** The cars of this server, and who shows them to its watchers. */
interface Cars {
  live: {
    onMove(listener: (position: SeenCar) => void): unknown;
    get(driver: string): { seenAt: number } | null;
    restore(position: SeenCar & { speed: number | null }): void;
  };
  onRemotePosition(position: SeenCar): void;
}

/** Every server knows where all cars are, whichever of them a driver reports to, and shows them to its own watchers. */
export function shareCars({ live, onRemotePosition }: Cars, others: OtherServers): void {
  live.onMove((position) => others.publish(carSeen, position));
  others.subscribe(carSeen, ({ speed = null, ...position }) => {
    const known = live.get(position.driver);
    if (known && known.seenAt >= position.seenAt) return;
    live.restore({ ...position, speed });
    onRemotePosition(position);
  });
}
