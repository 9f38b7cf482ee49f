// Calls changing routes so that they take effect, with a new marker in every free-text field.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { z } from 'zod';
import { newMarker } from '../../apps/server/src/testing/mark-rows.ts';
import type { Caller, Input } from '../../apps/server/src/testing/send-to.ts';
import { routePolicies } from '../authz/route-policies.ts';
import { cases } from '../idempotency/cases.ts';
import { type CaseContext, type PreparedCall, usual } from '../idempotency/prepared-call.ts';
import { type FreeText, freeTextsOf, withText } from './free-texts.ts';

/** A text that a route accepted. */
export interface EnteredText {
  readonly route: RouteName;
  readonly field: string;
  readonly text: string;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
}

const MAX_ATTEMPTS = 8;
const problem = z.object({ errors: z.array(z.object({ path: z.string() })).optional() });

function pathsRefused(text: string): string[] {
  try {
    return (problem.parse(JSON.parse(text)).errors ?? []).map(({ path }) => path);
  } catch {
    return [];
  }
}

/** Returns the text to enter; null for a marker. */
type TextFor = (field: FreeText) => string | null;

const markerFor = ({ isEmail }: FreeText): string => (isEmail ? `${newMarker()}@kerb.example` : newMarker());

interface Field {
  readonly at: FreeText;
  readonly text: string;
}

async function tryFields(
  name: RouteName,
  { caller, input }: PreparedCall,
  { fields, context }: { fields: readonly Field[]; context: CaseContext },
): Promise<{ taken: EnteredText[] } | { refused: readonly string[] }> {
  const body = fields.reduce<unknown>((made, { at, text }) => withText(made, at.path, text), input.body);
  const changed: Input = { ...input, ...(typeof body === 'object' && body !== null ? { body } : {}) };
  const answer = await context.send(name, changed, caller);
  const params = input.params ?? {};
  if (answer.status < 400)
    return {
      taken: fields.map(({ at, text }) => ({ route: name, field: at.path.join('.'), text, caller, params })),
    };
  return { refused: pathsRefused(answer.text) };
}

/** Roles that may call the route when the role alone decides; otherwise that of its usual caller. */
function rolesOf(name: RouteName): readonly Usertype[] {
  const policy = routePolicies[name];
  return policy.rule === 'roles' && cases[name]?.prepare === undefined ? policy.roles : ['admin'];
}

async function enterAs(
  role: Usertype,
  name: RouteName,
  context: CaseContext,
  textFor: TextFor,
): Promise<EnteredText[]> {
  const route: RouteDefinition = routes[name];
  const prepare = cases[name]?.prepare ?? usual(name, {}, role);
  let fields = freeTextsOf(route).map((at) => ({ at, text: textFor(at) ?? markerFor(at) }));
  // A rejected call changes nothing, so its users and objects are used for the next one.
  let prepared = await prepare(context);
  for (let tries = 1; tries <= MAX_ATTEMPTS; tries += 1) {
    const tried = await tryFields(name, prepared, { fields, context });
    if ('taken' in tried) return tried.taken;
    const left = fields.filter(({ at }) => !tried.refused.some((path) => path.startsWith(at.path[0] ?? '')));
    if (left.length === fields.length) break;
    fields = left;
  }
  const taken: EnteredText[] = [];
  for (const field of fields) {
    const tried = await tryFields(name, prepared, { fields: [field], context });
    if (!('taken' in tried)) continue;
    taken.push(...tried.taken);
    prepared = await prepare(context);
  }
  return taken;
}

/**
 * Returns the accepted texts: all texts in one call if the route accepts them together, otherwise each in its own call.
 */
export async function enterTexts(
  name: RouteName,
  context: CaseContext,
  textFor: TextFor = () => null,
): Promise<EnteredText[]> {
  if (cases[name]?.refused !== undefined) return [];
  const taken: EnteredText[] = [];
  for (const role of rolesOf(name)) taken.push(...(await enterAs(role, name, context, textFor)));
  return taken;
}
