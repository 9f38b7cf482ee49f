// Calls every route as everybody, with own, foreign and missing objects, and holds each answer against its policy line.
import { randomUUID } from 'node:crypto';
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import type { FastifyInstance } from 'fastify';
import { type ObjectKind, type Policy, type Reaches, usertypes } from './policy.ts';
import { type Input, inputsByRole, routeInputs } from './route-inputs.ts';
import { type Caller, operatorCredentials, type World } from './world.ts';

export type RoutePolicies = Readonly<Partial<Record<string, Policy>>>;

export interface Tried {
  tried: number;
  violations: string[];
}

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

/** Sends one call; a planted fault puts something else in its place. */
export type Send = (route: RouteName, input: Input, caller: Caller) => Promise<Answer>;

const nobody: Caller = { role: 'nobody', uid: '', headers: {} };
const operator: Caller = {
  role: 'operator',
  uid: '',
  headers: { authorization: `Basic ${Buffer.from(operatorCredentials).toString('base64')}` },
};

/** A picture of one pixel, for routes that take a file. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function multipart(field: string): { payload: Buffer; type: string } {
  const boundary = randomUUID();
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), pixel, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return { payload, type: `multipart/form-data; boundary=${boundary}` };
}

function urlOf({ path, root }: RouteDefinition, { params, query }: Input): string {
  const filled = path.replaceAll(/:([A-Za-z_]+)/g, (_, name: string) => params?.[name] ?? `missing-${name}`);
  return `${root ? '' : '/api/v1'}${filled}?${new URLSearchParams(query)}`;
}

const codeOf = (text: string): string => /"code":"(\w+)"/.exec(text)?.[1] ?? '';

export const sendTo =
  (server: Pick<FastifyInstance, 'inject'>): Send =>
  async (name, input, caller) => {
    const route: RouteDefinition = routes[name];
    const file = route.upload ? multipart(route.upload.field) : null;
    const response = await server.inject({
      method: route.method,
      url: urlOf(route, input),
      headers: { ...caller.headers, ...(file ? { 'content-type': file.type } : {}) },
      ...(file ? { payload: file.payload } : input.body ? { payload: input.body } : {}),
    });
    const isProblem = response.statusCode >= 400;
    return {
      status: response.statusCode,
      code: isProblem ? codeOf(response.body) : '',
      text: response.body,
    };
  };

const notYou = new Set([
  'not_logged_in',
  'must_login',
  'forbidden',
  'user_issue_contact_admin',
  'bad_origin',
]);
/** What is not there, as the route says it: in a chat that is theirs to read, a picture may be missing. */
const notThere = (name: RouteName): string => {
  const { errors = [] }: RouteDefinition = routes[name];
  return errors.includes('chat_not_found') ? 'chat_not_found' : 'not_found';
};
/** Turned away for who they are. A missing object looks the same as one that is none of their business. */
const isRefusal = (name: RouteName, { code, status }: Answer, objectsCount: boolean): boolean =>
  notYou.has(code) || (objectsCount && status === 404 && code === notThere(name));

const told = (answer: Answer): string => `${answer.status} ${answer.code}`.trim();

/** Everything that is tried of one route. */
async function tryRoute(
  name: RouteName,
  policy: Policy,
  world: World,
  send: Send,
  out: Tried,
): Promise<void> {
  const input = routeInputs(world.carType)[name] ?? {};
  const withId = (id: string): Input => ({ ...input, params: { ...input.params, id } });

  async function expect(may: boolean, caller: Caller, about: string, given = input): Promise<Answer> {
    const answer = await send(name, { ...given, ...inputsByRole[name]?.[caller.role] }, caller);
    out.tried += 1;
    const saw = `${name}, ${caller.role}, ${about}: ${told(answer)}`;
    if (answer.code === 'invalid_input') out.violations.push(`${saw}: the proof's own input is not valid`);
    else if (answer.status === 500) out.violations.push(`${saw}: the server failed`);
    else if (isRefusal(name, answer, policy.rule === 'object' || policy.rule === 'closed') === may)
      out.violations.push(
        `${saw}: ${may ? 'refused, though the policy lets them' : 'let in, though the policy does not'}`,
      );
    return answer;
  }

  /** What somebody may not reach looks to them like what does not exist. */
  async function expectLikeMissing(caller: Caller, about: string, foreign: Answer): Promise<void> {
    const missing = await expect(false, caller, 'missing', withId(randomUUID()));
    if (told(missing) !== told(foreign))
      out.violations.push(
        `${name}, ${caller.role}: ${about} (${told(foreign)}) and missing (${told(missing)}) differ`,
      );
  }

  async function tryObject(kind: ObjectKind, reaches: Reaches): Promise<void> {
    for (const role of usertypes) {
      const reach = reaches[role];
      const owner = await world.person(role);
      const own = await world.own(kind, owner);
      if (own !== null) await expect(reach !== undefined, owner, 'own', withId(own));
      const stranger = await world.person(role);
      for (const [about, id] of await world.foreign(kind)) {
        const foreign = await expect(reach === 'all', stranger, about, withId(id));
        if (reach !== 'all') await expectLikeMissing(stranger, about, foreign);
      }
      if (reach === 'all') continue;
      for (const [about, id] of await world.outOfReach(kind))
        await expectLikeMissing(stranger, about, await expect(false, stranger, about, withId(id)));
    }
    for (const caller of [nobody, operator])
      for (const [about, id] of await world.foreign(kind)) await expect(false, caller, about, withId(id));
  }

  async function tryList(kind: ObjectKind, reaches: Reaches): Promise<void> {
    for (const role of usertypes) {
      const reach = reaches[role];
      const caller = await world.person(role);
      const own = await world.own(kind, caller);
      const foreign = await world.foreign(kind);
      const { text } = await expect(reach !== undefined, caller, 'the list');
      if (reach === undefined) continue;
      if (own !== null && !text.includes(own))
        out.violations.push(`${name}, ${role}: own is not in the list`);
      for (const [about, id] of foreign)
        if (text.includes(id) !== (reach === 'all'))
          out.violations.push(`${name}, ${role}: ${about} is ${reach === 'all' ? 'not ' : ''}in the list`);
    }
    for (const caller of [nobody, operator]) await expect(false, caller, 'the list');
  }

  switch (policy.rule) {
    case 'anyone':
    case 'closed':
      for (const role of usertypes) await expect(policy.rule === 'anyone', await world.person(role), 'call');
      await expect(policy.rule === 'anyone', nobody, 'call');
      return;
    case 'roles':
      for (const role of usertypes)
        await expect(policy.roles.includes(role), await world.person(role), 'call');
      await expect(policy.operator, operator, 'call');
      await expect(false, nobody, 'call');
      break;
    case 'object':
      await tryObject(policy.object, policy.reaches);
      break;
    case 'list':
      await tryList(policy.object, policy.reaches);
      break;
  }
  for (const how of ['disabled', 'deleted', 'signed-out'] as const)
    await expect(false, await world.outcast('admin', how), how, withId(randomUUID()));
}

/** Tries the named routes, or all of the contract; a route without a line is a violation by itself. */
export async function tryRoutes(
  policies: RoutePolicies,
  world: World,
  send: Send,
  names: readonly RouteName[] = Object.keys(routes).filter((name): name is RouteName => name in routes),
): Promise<Tried> {
  const out: Tried = { tried: 0, violations: [] };
  for (const name of names) {
    const policy = policies[name];
    if (policy === undefined) out.violations.push(`${name}: no policy says who may call it`);
    else await tryRoute(name, policy, world, send, out);
  }
  return out;
}
