// Simulates an overload: the server's event-loop delay is faked and its capacity is occupied. No times are measured.
import { ADJUST_EVERY_MS } from '../../apps/server/src/kit/http/admission.ts';
import type { Answered, Calls } from './calls.ts';
import type { OverloadServer } from './overload-server.ts';
import { kinds, type People } from './people.ts';

/** A whole trip. */
const ROUNDS = 4;
/** Enough adjustments to reach the server's lowest limit. */
const ADJUSTMENTS_LATE = 50;
/** Lists requested at the same time. */
const LISTS = 40;
const RECOVERS_WITHIN_MS = 2_000;

const succeeded = ({ status }: Answered): boolean => status >= 200 && status < 400;

export interface Drill {
  readonly server: Pick<OverloadServer, 'load' | 'adjust' | 'occupy'>;
  readonly calls: Calls;
  readonly people: People;
}

async function failuresOf({ calls, people }: Drill): Promise<string[]> {
  const found: string[] = [];
  for (const kind of kinds) {
    const answers: Answered[] = [];
    for (let round = 0; round < ROUNDS; round += 1) answers.push(await people.act(kind, calls));
    const failed = answers.filter((answer) => !succeeded(answer));
    const [first] = failed;
    if (first === undefined) continue;
    const how = `${first.status} ${first.text.slice(0, 100)}`;
    found.push(`${kind}: ${failed.length} of ${answers.length} failed with ${how}`);
  }
  return found;
}

/** Returns one sentence for each violation, and the number of calls. */
export async function runDrill(drill: Drill): Promise<{ found: string[]; tried: number }> {
  const { server, calls, people } = drill;
  const list = () =>
    calls.send({ method: 'GET', path: '/api/v1/bookings?limit=20', headers: people.admin.headers });
  const lists = () => Promise.all(Array.from({ length: LISTS }, list));

  server.load.isLate = true;
  const giveBack = server.occupy();
  server.adjust(ADJUSTMENTS_LATE);
  const found = await failuresOf(drill);
  const loaded = await lists();
  giveBack();
  const shed = loaded.filter(({ status }) => status === 503);
  if (shed.length < loaded.length)
    found.push(`${shed.length} of ${loaded.length} of the deferrable calls were shed`);
  const silent = shed.filter(({ hasRetryAfter }) => !hasRetryAfter);
  if (silent.length > 0) found.push(`${silent.length} calls were shed without a Retry-After`);

  server.load.isLate = false;
  server.adjust(RECOVERS_WITHIN_MS / ADJUST_EVERY_MS);
  const late = (await lists()).filter((answer) => !succeeded(answer));
  if (late.length > 0)
    found.push(`${late.length} of ${LISTS} lists failed ${RECOVERS_WITHIN_MS} ms after the load`);
  return { found, tried: ROUNDS * kinds.length + 2 * LISTS };
}
