// Subscribes to every live topic as everybody, with own and foreign objects, through real sockets.
import { randomUUID } from 'node:crypto';
import { liveObjectTopicNames, liveTopicNames } from '@kerb/contract';
import { WebSocket } from 'ws';
import { type Policy, usertypes } from './policy.ts';
import type { Tried } from './try-routes.ts';
import type { Caller, World } from './world.ts';

const TIMEOUT_MS = 10_000;

/** What a client may name, by the part before the object's id. */
export const topicNames = [...liveTopicNames, ...liveObjectTopicNames];

/** True when the server says that this caller hears the topic from now on. */
async function hears(origin: string, topic: string, caller: Caller | null): Promise<boolean> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/v1/live`, {
    headers: caller?.headers ?? {},
  });
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer about ${topic}`)), TIMEOUT_MS);
      const settle = (heard: boolean) => {
        clearTimeout(timer);
        resolve(heard);
      };
      socket.on('error', reject);
      socket.on('close', () => settle(false));
      socket.on('message', (data) => {
        const message: { type?: unknown } = JSON.parse(String(data));
        if (message.type === 'ready') socket.send(JSON.stringify({ type: 'subscribe', topics: [topic] }));
        if (message.type === 'subscribed') settle(true);
        if (message.type === 'error') settle(false);
      });
    });
  } finally {
    socket.terminate();
  }
}

export async function tryTopics(
  policies: Readonly<Partial<Record<string, Policy>>>,
  world: World,
  origin: string,
): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  async function expect(may: boolean, topic: string, caller: Caller | null, about: string): Promise<void> {
    out.tried += 1;
    if ((await hears(origin, topic, caller)) !== may)
      out.violations.push(
        `topic ${topic}, ${caller?.role ?? 'nobody'}, ${about}: ${may ? 'refused' : 'heard'}`,
      );
  }

  for (const prefix of topicNames) {
    const policy = policies[prefix];
    if (policy === undefined) {
      out.violations.push(`topic ${prefix}: no policy says who may hear it`);
      continue;
    }
    const hasId = liveObjectTopicNames.some((name) => name === prefix);
    const topic = (id: string = randomUUID()) => (hasId ? `${prefix}:${id}` : prefix);
    for (const role of usertypes) {
      const caller = await world.person(role);
      if (policy.rule === 'object') {
        const own = await world.own(policy.object, caller);
        if (own !== null) await expect(policy.reaches[role] !== undefined, topic(own), caller, 'own');
        for (const [about, id] of await world.foreign(policy.object))
          await expect(policy.reaches[role] === 'all', topic(id), caller, about);
      } else {
        const may = policy.rule === 'anyone' || (policy.rule === 'roles' && policy.roles.includes(role));
        await expect(may, topic(), caller, 'topic');
      }
    }
    await expect(policy.rule === 'anyone', topic(), null, 'not signed in');
    await expect(policy.rule === 'anyone', topic(), await world.outcast('admin', 'disabled'), 'disabled');
  }
  return out;
}
