// Subscribes to every live topic with every kind of caller and with own and foreign objects, over real sockets.
import { randomUUID } from 'node:crypto';
import { liveObjectTopicNames, liveTopicNames } from '@kerb/contract';
import { WebSocket } from 'ws';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { type Policy, usertypes } from './policy.ts';
import type { Tried } from './try-routes.ts';

const TIMEOUT_MS = 10_000;

/** The topics that clients may subscribe to, without the object's id. */
export const topicNames = [...liveTopicNames, ...liveObjectTopicNames];

/** True when the server confirms the caller's subscription to the topic. */
export async function canSubscribe(origin: string, topic: string, caller: Caller | null): Promise<boolean> {
  const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/api/v1/live`, {
    headers: caller?.headers ?? {},
  });
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`No answer about ${topic}`)), TIMEOUT_MS);
      const settle = (isSubscribed: boolean) => {
        clearTimeout(timer);
        resolve(isSubscribed);
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
  environment: AccessEnvironment,
  origin: string,
): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  async function expect(may: boolean, topic: string, caller: Caller | null, about: string): Promise<void> {
    out.tried += 1;
    if ((await canSubscribe(origin, topic, caller)) !== may)
      out.violations.push(
        `topic ${topic}, ${caller?.role ?? 'visitor'}, ${about}: ${may ? 'rejected' : 'subscribed'}`,
      );
  }

  for (const prefix of topicNames) {
    const policy = policies[prefix];
    if (policy === undefined) {
      out.violations.push(`topic ${prefix}: no policy line says who may subscribe`);
      continue;
    }
    const hasId = liveObjectTopicNames.some((name) => name === prefix);
    const topic = (id: string = randomUUID()) => (hasId ? `${prefix}:${id}` : prefix);
    for (const role of usertypes) {
      const caller = await environment.person(role);
      if (policy.rule === 'object') {
        const own = await environment.own(policy.object, caller);
        if (own !== null) await expect(policy.reaches[role] !== undefined, topic(own), caller, 'own');
        for (const [about, id] of await environment.foreign(policy.object))
          await expect(policy.reaches[role] === 'all', topic(id), caller, about);
      } else {
        const may = policy.rule === 'anyone' || (policy.rule === 'roles' && policy.roles.includes(role));
        await expect(may, topic(), caller, 'topic');
      }
    }
    await expect(policy.rule === 'anyone', topic(), null, 'not signed in');
    await expect(
      policy.rule === 'anyone',
      topic(),
      await environment.outcast('admin', 'disabled'),
      'disabled',
    );
  }
  return out;
}
