// Rounds of concurrent calls by many clients on a few shared objects, and their check.

import { type RouteName, routes } from '@kerb/contract';
import type pg from 'pg';
import type { AccessEnvironment } from '../../apps/server/src/testing/access-environment.ts';
import type { Answer, Caller, Input, Send } from '../../apps/server/src/testing/send-to.ts';
import { linearise, type Question, type Recorded } from './linearise.ts';

export interface SceneTools {
  readonly environment: AccessEnvironment;
  readonly pool: Pick<pg.Pool, 'query'>;
  /** One function for each server. */
  readonly sends: readonly Send[];
  /** Runs the calls of a round with the delays and the planted fault, which are off while the round is prepared. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** A call that a client will make, with its model. */
export interface Call<S> {
  readonly name: string;
  readonly route: RouteName;
  /** Null when the earlier responses leave nothing to call. */
  input(earlier: readonly Answer[]): Input | null;
  readonly by: Caller;
  /** The state after the call; null when a serial system would respond differently in this state. */
  after(state: S, answer: Answer): S | null;
}

export interface Round<S> {
  readonly initial: S;
  /** The calls of each client are sequential. */
  readonly clients: readonly (readonly Call<S>[])[];
  /** Reads the state from the database. */
  final(): Promise<S>;
  /** One sentence for each violated invariant that does not depend on the order. */
  broken(): Promise<string[]>;
  end(): Promise<void>;
}

export interface RoundResult {
  readonly calls: number;
  readonly violations: readonly string[];
  readonly isUndecided: boolean;
}

/** `name` is for reports. Runs one round with this number of clients. */
export interface OpenScene {
  readonly name: string;
  readonly run: (random: () => number, clients: number) => Promise<RoundResult>;
}

export interface Scene {
  readonly name: string;
  open(tools: SceneTools): Promise<OpenScene>;
}

const describeAnswer = ({ status, code }: Answer): string => `${status} ${code}`.trim();

/** Runs all clients concurrently; every call and every response gets the next number. */
export async function record<S>(
  { sends }: Pick<SceneTools, 'sends'>,
  clients: readonly (readonly Call<S>[])[],
  random: () => number,
): Promise<(Recorded<S> & { readonly answer: Answer })[]> {
  const recorded: (Recorded<S> & { readonly answer: Answer })[] = [];
  let position = 0;
  const next = (): number => {
    position += 1;
    return position;
  };
  async function runClient(calls: readonly Call<S>[], client: number): Promise<void> {
    const answers: Answer[] = [];
    for (const call of calls) {
      const input = call.input(answers);
      const send = sends[Math.floor(random() * sends.length)];
      if (input === null || send === undefined) continue;
      const called = next();
      const answer = await send(call.route, input, call.by);
      answers.push(answer);
      recorded.push({
        label: `${call.name} (${describeAnswer(answer)})`,
        client,
        called,
        answered: next(),
        isRead: answer.status >= 400 || routes[call.route].method === 'GET',
        after: (state) => call.after(state, answer),
        answer,
      });
    }
  }
  await Promise.all(clients.map(runClient));
  return recorded;
}

const listed = (labels: readonly string[]): string => (labels.length > 0 ? labels.join(', ') : 'no call');

/** Empty when an order explains the calls. */
function judgeOrder<S>(question: Question<S>): { violations: string[]; isUndecided: boolean } {
  const verdict = linearise(question);
  if (verdict.kind === 'explained') return { violations: [], isUndecided: false };
  if (verdict.kind === 'undecided') return { violations: [], isUndecided: true };
  const isLate = linearise(question, { respecting: 'each client' }).kind === 'explained';
  const what = isLate
    ? 'an answer is older than one that was given before the call'
    : 'no order explains the answers and the state at the end';
  return {
    violations: [`${what}: ${listed(verdict.longest)}; left over: ${listed(verdict.left)}`],
    isUndecided: false,
  };
}

/** Creates a scene whose rounds are checked against the model of their calls. */
export function createScene<S>(
  name: string,
  open: (tools: SceneTools) => Promise<(random: () => number, clients: number) => Promise<Round<S>>>,
): Scene {
  return {
    name,
    async open(tools) {
      const prepare = await open(tools);
      return {
        name,
        async run(random, count) {
          const { initial, clients, final, broken, end } = await prepare(random, count);
          const calls = await tools.during(() => record(tools, clients, random));
          const last = JSON.stringify(await final());
          const failures = calls.filter(({ answer }) => answer.status >= 500).map(({ label }) => label);
          const found = [...(await broken()), ...failures];
          const { violations, isUndecided } = judgeOrder({
            calls,
            initial,
            isFinal: (state) => JSON.stringify(state) === last,
          });
          await end();
          return { calls: calls.length, violations: [...found, ...violations], isUndecided };
        },
      };
    },
  };
}

/** Picks one item of a non-empty list. */
export function pickFrom<T>(random: () => number, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

/** Random integer from 1 to `most`. */
export const upTo = (random: () => number, most: number): number => 1 + Math.floor(random() * most);

/** Parses the JSON of a response. */
export const bodyOf = ({ text }: Answer): Record<string, unknown> => JSON.parse(text);

/** The list with the item at the index replaced. */
export const replaced = <T>(list: readonly T[], index: number, item: T): T[] =>
  list.map((old, at) => (at === index ? item : old));
