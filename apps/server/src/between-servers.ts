// What several servers on one database tell each other at once: where cars are, and who writes. All else is in the database.
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
const carSeen: SharedTopic<SeenCar> = { name: 'car.seen', read: (data) => seen.parse(data) };

const writing = z.object({ topics: z.array(z.string()), from: z.string() });
const someoneWrites: SharedTopic<z.infer<typeof writing>> = {
  name: 'chat.writing',
  read: (data) => writing.parse(data),
};

/** The same, also for those who are connected to another server. Way and time ahead each server reckons itself. */
export function liveOnEveryServer(here: Live, others: OtherServers): Live {
  others.hear(someoneWrites, ({ topics, from }) => here.publishTyping(topics, from));
  return {
    ...here,
    publishTyping(topics, from) {
      here.publishTyping(topics, from);
      others.tell(someoneWrites, { topics: [...topics], from });
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
  onSeenElsewhere(position: SeenCar): void;
}

/** Every server knows where all cars are, whichever of them a driver reports to, and shows them to its own watchers. */
export function shareCars({ live, onSeenElsewhere }: Cars, others: OtherServers): void {
  live.onMove((position) => others.tell(carSeen, position));
  others.hear(carSeen, ({ speed = null, ...position }) => {
    const known = live.get(position.driver);
    if (known && known.seenAt >= position.seenAt) return;
    live.restore({ ...position, speed });
    onSeenElsewhere(position);
  });
}
