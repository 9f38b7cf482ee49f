// Calls every route with odd input, as every role that may call it: no failure of the server, and nothing of its inside
// in an answer. What fails is reported with the fewest changes that still fail.
import { type RouteDefinition, type RouteName, routes } from '@kerb/contract';
import { seededRandom } from '@kerb/testing';
import {
  type AccessEnvironment,
  createAccessEnvironment,
} from '../../apps/server/src/testing/access-environment.ts';
import { type Caller, callOf, codeOf, sendTo } from '../../apps/server/src/testing/send-to.ts';
import { type Policy, usertypes } from '../authz/policy.ts';
import { inputsByRole, routeInputs } from '../authz/route-inputs.ts';
import { routePolicies } from '../authz/route-policies.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import type { ProofDatabase } from '../lib/proof-server.ts';
import { openSubject } from '../lib/subject.ts';
import { applyChanges, type Change, drawChanges, type FuzzInput } from './change-input.ts';

const SEED = 20_260_311;
const ANSWER_WITHIN_MS = 15_000;
/** Enough that each odd value is drawn. */
const PLANTED_CALLS = 400;

export interface FuzzAnswer {
  readonly status: number;
  readonly text: string;
}

/** Sends one call; a planted fault puts something else in its place. Rejects when the server does not answer. */
export type FuzzSend = (name: RouteName, input: FuzzInput, caller: Caller) => Promise<FuzzAnswer>;

/** What the server logged as its own failure since the last call. */
type TakeFailures = () => readonly string[];

/** What only the inside of the server knows: stacks, files, statements and names of its database. */
const insides =
  /node_modules|\n\s+at .+:\d+|\.[cm]?[jt]s:\d+|\b(select|insert into|update|delete from) \S+ (from|set|values|\()|violates [\w -]+ constraint|ECONN\w+|relation "|column "|syntax error at/i;

/** 501 to 504 with a code of the contract say that a provider or the routing engine is away or busy. */
const isFailure = ({ status, text }: FuzzAnswer): boolean =>
  status === 500 || (status > 500 && codeOf(text) === '') || status < 100;

async function within(answer: Promise<FuzzAnswer>): Promise<FuzzAnswer> {
  let late: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    late = setTimeout(
      () => reject(new Error(`no answer within ${ANSWER_WITHIN_MS / 1000} s`)),
      ANSWER_WITHIN_MS,
    );
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(late);
  }
}

/** What is wrong with the answer to an input; null when nothing is. */
async function faultOf(
  send: FuzzSend,
  takeFailures: TakeFailures,
  call: Parameters<FuzzSend>,
): Promise<string | null> {
  try {
    const answer = await within(send(...call));
    const [failure] = takeFailures();
    if (isFailure(answer)) return `${answer.status} ${codeOf(answer.text)} (${failure ?? 'nothing logged'})`;
    if (failure !== undefined && answer.status < 500)
      return `answered ${answer.status}, but logged ${failure}`;
    const inside = insides.exec(answer.status >= 400 ? answer.text : '');
    return inside === null ? null : `${answer.status} shows "${inside[0]}"`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Callers who get far: those whom the policy lets call the route. */
async function callersOf(policy: Policy | undefined, environment: AccessEnvironment): Promise<Caller[]> {
  const roles = (() => {
    if (policy === undefined || policy.rule === 'closed') return [];
    if (policy.rule === 'roles') return policy.roles;
    if (policy.rule === 'object' || policy.rule === 'list')
      return usertypes.filter((role) => policy.reaches[role]);
    return usertypes.slice(0, 1);
  })();
  if (policy?.rule === 'key') return [await environment.partner([policy.scope])];
  return Promise.all(roles.map((role) => environment.person(role)));
}

async function inputOf(
  name: RouteName,
  policy: Policy | undefined,
  caller: Caller,
  environment: AccessEnvironment,
): Promise<FuzzInput> {
  const input = { ...routeInputs(environment.carType)[name], ...inputsByRole[name]?.[caller.role] };
  const own = policy?.rule === 'object' ? await environment.own(policy.object, caller) : null;
  const params = own === null ? input.params : { ...input.params, id: own };
  return { params: params ?? {}, query: input.query ?? {}, body: input.body };
}

const described = ({ path, value }: Change): string =>
  `${path.join('.')} = ${value === undefined ? 'left out' : (JSON.stringify(value)?.slice(0, 80) ?? String(value))}`;

interface Fuzzed {
  tried: number;
  violations: string[];
}

export interface FuzzRound {
  send: FuzzSend;
  takeFailures: TakeFailures;
  environment: AccessEnvironment;
  /** How many calls each route gets. */
  calls: number;
  names: readonly RouteName[];
}

export async function fuzzRoutes({
  send,
  takeFailures,
  environment,
  calls,
  names,
}: FuzzRound): Promise<Fuzzed> {
  const random = seededRandom(SEED);
  const draw = (below: number): number => Math.floor(random() * below);
  const out: Fuzzed = { tried: 0, violations: [] };
  const seen = new Set<string>();

  /** With the fewest of the changes that still show the fault. */
  async function report(
    name: RouteName,
    caller: Caller,
    input: FuzzInput,
    changes: readonly Change[],
    fault: string,
  ) {
    let fewest = changes;
    for (const change of changes) {
      const alone = [change];
      if (
        changes.length > 1 &&
        (await faultOf(send, takeFailures, [name, applyChanges(input, alone), caller]))
      )
        fewest = alone;
    }
    const key = `${name} ${fault.slice(0, 60)}`;
    if (seen.has(key)) return;
    seen.add(key);
    out.violations.push(`${name}, ${caller.role}, ${fewest.map(described).join('; ')}: ${fault}`);
  }

  for (const name of names) {
    const route: RouteDefinition = routes[name];
    const policy = routePolicies[name];
    const callers = await callersOf(policy, environment);
    for (const caller of callers) {
      const input = await inputOf(name, policy, caller, environment);
      for (let call = 0; call < Math.ceil(calls / callers.length); call += 1) {
        const changes = drawChanges(draw, route, input);
        const fault = await faultOf(send, takeFailures, [name, applyChanges(input, changes), caller]);
        out.tried += 1;
        if (fault !== null) await report(name, caller, input, changes, fault);
      }
    }
  }
  return out;
}

const holds = (input: FuzzInput, text: string): boolean => JSON.stringify(input).includes(text);

/** Faults in place of the server's answers, each on routes that the odd values reach. */
const faults: readonly { fault: string; plant: (send: FuzzSend) => FuzzSend }[] = [
  {
    fault: 'a text that the database refuses fails',
    plant: (send) => (name, input, caller) =>
      holds(input, '\\u0000')
        ? Promise.resolve({ status: 500, text: '{"code":"internal_error"}' })
        : send(name, input, caller),
  },
  {
    fault: 'a refusal shows the stack',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400
        ? { ...answer, text: `${answer.text}\n    at parse (/kerb/apps/server/src/app.ts:12:7)` }
        : answer;
    },
  },
  {
    fault: 'a refusal shows the statement',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400 ? { ...answer, text: 'select uid from users where' } : answer;
    },
  },
  {
    fault: 'a refusal shows the constraint of a table',
    plant: (send) => async (name, input, caller) => {
      const answer = await send(name, input, caller);
      return answer.status === 400
        ? { ...answer, text: 'new row violates check constraint "users_email"' }
        : answer;
    },
  },
  {
    fault: 'a deep array ends the connection',
    plant: (send) => (name, input, caller) =>
      holds(input, '[[[[[[[[') ? Promise.reject(new Error('socket hang up')) : send(name, input, caller),
  },
  {
    fault: 'a gateway error without a code',
    plant: (send) => (name, input, caller) =>
      holds(input, '1e+21') ? Promise.resolve({ status: 502, text: '' }) : send(name, input, caller),
  },
];

/** The settings are changed last: what they become would change the other calls. */
const lastRoutes = new Set<RouteName>(['editSettings', 'deleteLanguage', 'editLanguage']);

function allNames(): RouteName[] {
  const names = Object.keys(routes) as RouteName[];
  return [...names.filter((name) => !lastRoutes.has(name)), ...lastRoutes];
}

export async function proveFuzz(
  database: Omit<ProofDatabase, 'close'>,
  say: (line: string) => void,
  { calls }: { calls: number },
): Promise<ProofReport> {
  const subject = await openSubject(database);
  const server = await subject.serve();
  const environment = await createAccessEnvironment(database.pool, sendTo(server));
  let sent = 0;
  const send: FuzzSend = async (name, { params, query, body }, caller) => {
    sent += 1;
    const encoded = Object.fromEntries(
      Object.entries(params).map(([key, value]) => [
        key,
        encodeURIComponent(value.replaceAll(/\p{Surrogate}/gu, '\ufffd')),
      ]),
    );
    const call = callOf(name, { params: encoded, query }, caller);
    const isJson = body !== undefined && !('content-type' in call.headers);
    const response = await server.inject({
      ...call,
      ...(isJson
        ? { payload: JSON.stringify(body), headers: { ...call.headers, 'content-type': 'application/json' } }
        : {}),
      remoteAddress: `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    });
    return { status: response.statusCode, text: response.body };
  };
  const round = { send, takeFailures: subject.takeFailures, environment };
  const planted: PlantedFault[] = [];
  for (const { fault, plant } of faults) {
    const found = await fuzzRoutes({
      ...round,
      send: plant(send),
      calls: PLANTED_CALLS,
      names: ['addPromo'],
    });
    planted.push({ fault, caught: found.violations.length > 0 });
  }
  say(`${planted.length} faults planted`);
  subject.takeFailures();
  const { tried, violations } = await fuzzRoutes({ ...round, calls, names: allNames() });
  await server.close();
  return { tried, violations, planted, more: { routes: Object.keys(routes).length } };
}
