// Signs in users of the demonstration, each with an API client and a live socket.
import type { LiveServerMessage } from '@kerb/contract';
import { type Client, createClient } from '@kerb/sdk/client';
import { createLive, type Live, type LiveSocketClass, type TopicMessage } from '@kerb/sdk/live';
import { WebSocket } from 'ws';
import { until } from './until.ts';

const NodeSocket: LiveSocketClass = WebSocket;

export interface Person {
  uid: string;
  /** The token of the session. */
  token: string;
  client: Client;
  live: Live;
  /** Subscribes to a topic; the returned array grows with each message received. */
  listen(topic: string): TopicMessage[];
  leave(): void;
}

/** Signs in by mobile number and the code from the development inbox. */
export async function signIn(origin: string, mobile: string): Promise<Person> {
  const anonymous = createClient({ baseUrl: origin });
  const { verificationId } = await anonymous.sendOtp({ body: { mobile } });
  const { items } = await anonymous.devInbox({ query: { mobile } });
  const otp = items.find((message) => message.otp !== null)?.otp ?? '';
  const { token, user } = await anonymous.mobileSignIn({ body: { verificationId, otp } });
  if (user === null) throw new Error(`${mobile} is asked for a second factor`);
  return withSession(origin, token, user.id);
}

/** Returns the user of an existing session, with an API client and a live socket. */
export async function withSession(origin: string, token: string, uid: string): Promise<Person> {
  const client = createClient({ baseUrl: origin, token });
  const live = createLive({
    url: `${origin.replace('http', 'ws')}/api/v1/live`,
    token,
    WebSocket: NodeSocket,
  });
  live.connect();
  await until('The live socket', live.state, (state) => state === 'open');
  return {
    uid,
    token,
    client,
    live,
    listen(topic) {
      const received: TopicMessage[] = [];
      live.subscribe(topic, (message) => received.push(message));
      return received;
    },
    leave: live.disconnect,
  };
}

type Kind<T extends LiveServerMessage['type']> = Extract<TopicMessage, { type: T }>;

export const positionsIn = (received: readonly TopicMessage[]): Kind<'position'>[] =>
  received.filter((message) => message.type === 'position');
export const etasIn = (received: readonly TopicMessage[]): Kind<'eta'>[] =>
  received.filter((message) => message.type === 'eta');
export const statusesIn = (received: readonly TopicMessage[]): unknown[] =>
  received.flatMap((message) => (message.type === 'event' ? [message.data.status] : []));
