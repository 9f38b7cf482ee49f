// People of the demonstration at their devices: signed in through the API, listening on the live socket.
import type { LiveServerMessage } from '@kerb/contract';
import { type Client, createClient } from '@kerb/sdk/client';
import { createLive, type Live, type LiveSocketClass, type TopicMessage } from '@kerb/sdk/live';
import { WebSocket } from 'ws';
import { until } from './until.ts';

const NodeSocket: LiveSocketClass = WebSocket;

export interface Person {
  uid: string;
  /** Of this person's session. */
  token: string;
  client: Client;
  live: Live;
  /** Everything heard on a topic since listening began. */
  listen(topic: string): TopicMessage[];
  leave(): void;
}

/** By phone and one-time code, which the development inbox shows. */
export async function signIn(origin: string, mobile: string): Promise<Person> {
  const anonymous = createClient({ baseUrl: origin });
  const { verificationId } = await anonymous.sendOtp({ body: { mobile } });
  const { items } = await anonymous.devInbox({ query: { mobile } });
  const otp = items.find((message) => message.otp !== null)?.otp ?? '';
  const { token, user } = await anonymous.mobileSignIn({ body: { verificationId, otp } });
  return withSession(origin, token, user.id);
}

/** Somebody who is signed in already, at this server. */
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
      const heard: TopicMessage[] = [];
      live.subscribe(topic, (message) => heard.push(message));
      return heard;
    },
    leave: live.disconnect,
  };
}

type Kind<T extends LiveServerMessage['type']> = Extract<TopicMessage, { type: T }>;

export const positionsIn = (heard: readonly TopicMessage[]): Kind<'position'>[] =>
  heard.filter((message) => message.type === 'position');
export const etasIn = (heard: readonly TopicMessage[]): Kind<'eta'>[] =>
  heard.filter((message) => message.type === 'eta');
export const statusesIn = (heard: readonly TopicMessage[]): unknown[] =>
  heard.flatMap((message) => (message.type === 'event' ? [message.data.status] : []));
