// Which of a driver's signed-in devices reports their position, so that a tablet at home does not contradict the phone
// in the car. A device is known by its session.
import { z } from 'zod';
import { type Actor, appendEvent, subscribeOnEveryServer, type Tx, type WithTx } from '../../kit/index.ts';
import type { Bus } from '../../ports/bus.ts';

const DEVICE_USED = 'driver.device_used';
const sessionsEnded = z.object({ sessions: z.array(z.string()) });

export interface ReportingDevices {
  /**
   * Makes the device on which a driver goes on duty or takes a step of a trip the one that reports, on every server
   * soon after the commit. Does nothing for other users.
   */
  use(tx: Tx, actor: Actor): Promise<void>;
  /** The same in a transaction of its own, and on this server at once. */
  replace(actor: Actor): Promise<void>;
  /** Stores the device of a driver whose device is not known, on this server only. */
  assume(driver: string, sessionId: string): void;
  /** The session of the device that reports; undefined while it is not known, such as after its end. */
  sessionOf(driver: string): string | undefined;
}

export function createReportingDevices({ bus, withTx }: { bus: Bus; withTx: WithTx }): ReportingDevices {
  const sessions = new Map<string, string>();

  subscribeOnEveryServer(bus, [DEVICE_USED], ({ data }) => {
    sessions.set(String(data.uid), String(data.session));
  });
  subscribeOnEveryServer(bus, ['driver.erased'], ({ data }) => {
    sessions.delete(String(data.uid));
  });
  subscribeOnEveryServer(bus, ['session.ended'], ({ data }) => {
    const ended = new Set(sessionsEnded.parse(data).sessions);
    for (const [driver, session] of sessions) if (ended.has(session)) sessions.delete(driver);
  });

  async function use(tx: Tx, { uid, usertype, sessionId }: Actor): Promise<void> {
    if (usertype !== 'driver') return;
    // Also for the same device: a server that has started since has assumed another one.
    await appendEvent(tx, { name: DEVICE_USED, topics: [], data: { uid, session: sessionId } });
  }

  return {
    use,
    async replace(actor) {
      await withTx((tx) => use(tx, actor));
      sessions.set(actor.uid, actor.sessionId);
    },
    assume(driver, sessionId) {
      if (!sessions.has(driver)) sessions.set(driver, sessionId);
    },
    sessionOf: (driver) => sessions.get(driver),
  };
}
