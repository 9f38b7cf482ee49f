// Test environment: a store with the response cache, a server whose responses the test defines, and live events that
// the test sends.
import { createApi } from '@reduxjs/toolkit/query';
import { createClient } from '../../client/index.ts';
import type { LiveState, TopicMessage } from '../../live/index.ts';
import { createKerbStore, type KerbStore } from '../../store/index.ts';
import { type Answers, createAnswers } from '../answers-api.ts';
import { joinAnswers } from '../join-answers.ts';

const origin = 'http://kerb.test';

export const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
export const refuse = (code: string, status = 422): Response => json({ code, status }, status);

/** Responds to a call, which is written as "GET /promos?limit=25" or "POST /promos {…}". */
export type Server = (call: string, key: string | null) => Response | Promise<Response>;

export interface FakeLive {
  readonly topics: () => string[];
  readonly become: (state: LiveState) => void;
  readonly send: (message: TopicMessage) => void;
  readonly publish: (topic: string, name: string, data?: Record<string, unknown>) => void;
}

function createFakeLive() {
  const handlers = new Map<string, (message: TopicMessage) => void>();
  const listeners = new Set<(state: LiveState) => void>();
  let state: LiveState = 'open';
  let seq = 0;
  const source = {
    state: () => state,
    onState: (listener: (state: LiveState) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe: (topic: string, handler: (message: TopicMessage) => void) => {
      handlers.set(topic, handler);
      return () => handlers.delete(topic);
    },
  };
  const live: FakeLive = {
    topics: () => [...handlers.keys()].sort(),
    become: (next) => {
      state = next;
      for (const listener of listeners) listener(next);
    },
    send: (message) => handlers.get(message.topic)?.(message),
    publish: (topic, name, data = {}) => {
      seq += 1;
      live.send({ type: 'event', topic, seq, name, data });
    },
  };
  return { source, live };
}

export interface JoinedStore {
  readonly store: KerbStore;
  readonly answers: Answers;
  readonly live: FakeLive;
  readonly calls: string[];
}

export function joinedStore(server: Server): JoinedStore {
  const calls: string[] = [];
  const client = createClient({
    baseUrl: origin,
    retry: { attempts: 1 },
    fetch: async (address, { method, body, headers }) => {
      const path = address.replace(origin, '').replace(/^\/api\/v1/, '');
      const call = [method, path, body].filter(Boolean).join(' ');
      calls.push(call);
      return server(call, new Headers(headers).get('idempotency-key'));
    },
  });
  const store = createKerbStore({ client });
  const answers = createAnswers(createApi);
  const { source, live } = createFakeLive();
  joinAnswers(store, answers, source);
  return { store, answers, live, calls };
}
