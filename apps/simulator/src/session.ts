// Signing in as a simulated person: the code comes from the development inbox, like any demonstration sign-in.
import type { Me } from '@kerb/contract';
import { type Client, createClient } from '@kerb/sdk/client';
import { createLive, type Live, type LiveSocketClass } from '@kerb/sdk/live';
import { WebSocket } from 'ws';
import type { Persist } from './persist.ts';

/** Node 20 has no WebSocket of its own. */
const NodeSocket: LiveSocketClass = WebSocket;

/** http://host → ws://host/api/v1/live */
const liveUrl = (origin: string): string => `${origin.replace(/^http/, 'ws').replace(/\/$/, '')}/api/v1/live`;

export interface Session {
  me: Me;
  client: Client;
  live: Live;
  /** Of this session, for the pages that a browser would visit. */
  token: string;
}

export interface SignInDeps {
  url: string;
  persist: Persist;
}

/** People sign in one after the other, so that a simulation's start is no stampede. */
export function createSignIn({ url, persist }: SignInDeps) {
  const anonymous = createClient({ baseUrl: url });
  let queue: Promise<unknown> = Promise.resolve();

  async function codeFor(mobile: string, after: number, signal: AbortSignal): Promise<string> {
    const { items } = await persist(
      (options) => anonymous.devInbox({ query: { mobile, limit: 5 } }, options),
      signal,
    );
    const message = items.find(({ otp, at }) => otp !== null && at >= after);
    if (!message?.otp) throw new Error(`No code for ${mobile} in the development inbox`);
    return message.otp;
  }

  async function enter(mobile: string, signal: AbortSignal): Promise<Session> {
    const { verificationId, expiresAt } = await persist(
      (options) => anonymous.sendOtp({ body: { mobile } }, options),
      signal,
    );
    // Codes live ten minutes at most: an older message belongs to an earlier code.
    const otp = await codeFor(mobile, expiresAt - 10 * 60_000 - 1000, signal);
    const { token, user } = await persist(
      (options) => anonymous.mobileSignIn({ body: { verificationId, otp } }, options),
      signal,
    );
    if (user === null)
      throw new Error(`${mobile} is asked for a second factor, which a simulated person has not`);
    return {
      me: user,
      client: createClient({ baseUrl: url, token }),
      live: createLive({ url: liveUrl(url), token, WebSocket: NodeSocket }),
      token,
    };
  }

  return function signIn(mobile: string, signal: AbortSignal): Promise<Session> {
    const turn = queue.then(() => enter(mobile, signal));
    queue = turn.catch(() => undefined);
    return turn;
  };
}

export type SignIn = ReturnType<typeof createSignIn>;
