// Calls changing routes so that they take effect, with texts of choice wherever people can type freely.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { z } from 'zod';
import type { Caller, Input } from '../../apps/server/src/testing/send-to.ts';
import { routePolicies } from '../authz/route-policies.ts';
import { cases } from '../idempotency/cases.ts';
import { type CaseContext, usual } from '../idempotency/prepared-call.ts';
import { type FreeText, freeTextsOf, withText } from './free-texts.ts';

/** A text that a route took. */
export interface EnteredText {
  readonly route: RouteName;
  readonly field: string;
  readonly text: string;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

export interface Entering {
  readonly context: CaseContext;
  /** The text for a field; null leaves it as it is. */
  textFor(route: RouteName, text: FreeText): string | null;
  /** Every answer but those of 2xx. */
  onRefusal?(route: RouteName, answer: { status: number; text: string }): void;
}

const MOST_TRIES = 4;
const problem = z.object({ errors: z.array(z.object({ path: z.string() })).optional() });

function pathsRefused(text: string): string[] {
  try {
    return (problem.parse(JSON.parse(text)).errors ?? []).map(({ path }) => path);
  } catch {
    return [];
  }
}

interface Field {
  readonly at: FreeText;
  readonly text: string;
}

async function tryFields(
  name: RouteName,
  role: Usertype,
  fields: readonly Field[],
  { context, onRefusal }: Entering,
): Promise<{ taken: EnteredText[] } | { refused: readonly string[] }> {
  const prepared = await (cases[name]?.prepare ?? usual(name, {}, role))(context);
  const { caller } = prepared;
  const body = fields.reduce<unknown>(
    (made, { at, text }) => withText(made, at.path, text),
    prepared.input.body,
  );
  const input: Input = { ...prepared.input, ...(typeof body === 'object' && body !== null ? { body } : {}) };
  const answer = await context.send(name, input, caller);
  const params = prepared.input.params ?? {};
  if (answer.status < 400)
    return {
      taken: fields.map(({ at, text }) => ({ route: name, field: at.path.join('.'), text, caller, params })),
    };
  onRefusal?.(name, answer);
  return { refused: pathsRefused(answer.text) };
}

/** Those who may call the route, where their role alone decides; otherwise its usual caller. */
function rolesOf(name: RouteName): readonly Usertype[] {
  const policy = routePolicies[name];
  return policy.rule === 'roles' && cases[name]?.prepare === undefined ? policy.roles : ['admin'];
}

async function enterAs(role: Usertype, name: RouteName, entering: Entering): Promise<EnteredText[]> {
  const route: RouteDefinition = routes[name];
  let fields = freeTextsOf(route).flatMap((at) => {
    const text = entering.textFor(name, at);
    return text === null ? [] : [{ at, text }];
  });
  for (let tries = 1; tries <= MOST_TRIES; tries += 1) {
    const tried = await tryFields(name, role, fields, entering);
    if ('taken' in tried) return tried.taken;
    const left = fields.filter(({ at }) => !tried.refused.some((path) => path.startsWith(at.path[0] ?? '')));
    if (left.length === fields.length) break;
    fields = left;
  }
  const taken: EnteredText[] = [];
  for (const field of fields) {
    const tried = await tryFields(name, role, [field], entering);
    if ('taken' in tried) taken.push(...tried.taken);
  }
  return taken;
}

/** What the route took: all texts in one call where it takes them together, otherwise each in a call of its own. */
export async function enterTexts(name: RouteName, entering: Entering): Promise<EnteredText[]> {
  if (cases[name]?.refused !== undefined) return [];
  const taken: EnteredText[] = [];
  for (const role of rolesOf(name)) taken.push(...(await enterAs(role, name, entering)));
  return taken;
}
