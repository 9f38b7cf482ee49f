// Planted faults: wrapped calls of the server, and a test database that loses or delays data.
import type { Send } from '../../apps/server/src/testing/send-to.ts';
import type { LossTools } from './tools.ts';
import { tryBreaker } from './try-breaker.ts';
import { tryDatabase } from './try-database.ts';
import { tryTexts } from './try-texts.ts';

export interface PlantedLossFault {
  readonly fault: string;
  /** Pattern of the violation that must be found. */
  readonly sign: RegExp;
  /** Also tried in the short form: found within the seconds that a test may take. */
  readonly isInShortForm?: true;
  find(tools: LossTools): Promise<readonly string[]>;
}

/** The text-message provider is unavailable and calls are handled by `plant`. */
const withTexts =
  (plant: (real: Send) => Send) =>
  (tools: LossTools): Promise<string[]> =>
    tryTexts('answers 500', { ...tools, send: plant(tools.send) });

const withDatabase =
  (plant: (real: Send) => Send) =>
  async (tools: LossTools): Promise<readonly string[]> => {
    const faulty = { ...tools, send: plant(tools.send) };
    return (await tryDatabase('is away for half a second', faulty)).violations;
  };

/** The owner's session locks the lead of the server that delivers events, like a server that hangs. */
async function withoutLead(tools: LossTools): Promise<readonly string[]> {
  const client = await tools.database.asOwner.connect();
  try {
    const locked = client.query('select pg_advisory_lock(5263002)');
    const { violations } = await tryDatabase('ends every connection', tools);
    await locked;
    return violations;
  } finally {
    client.release(true);
  }
}

async function withoutJobs(tools: LossTools): Promise<readonly string[]> {
  const { asOwner } = tools.database;
  await asOwner.query(`
    create function proof_take_no_job() returns trigger language plpgsql as $$ begin return null; end $$;
    create trigger proof_take_no_job before update on graphile_worker._private_jobs
      for each row execute function proof_take_no_job()`);
  try {
    return (await tryDatabase('ends every connection', tools)).violations;
  } finally {
    await asOwner.query('drop function proof_take_no_job() cascade');
  }
}

async function withLostCommit(tools: LossTools): Promise<readonly string[]> {
  const { violations } = await tryDatabase('ends every connection', tools, async ([first]) => {
    await tools.database.asOwner.query(
      `begin; set local session_replication_role = replica; delete from bookings where quote = '${first}'; commit`,
    );
  });
  return violations;
}

export const plantedLossFaults: readonly PlantedLossFault[] = [
  {
    fault: 'a code that was not sent is acknowledged',
    isInShortForm: true,
    sign: /a sign-in code is answered 200/,
    find: withTexts((real) => async (name, input, caller) => {
      const answer = await real(name, input, caller);
      return answer.code === 'sms_failed' ? { status: 200, code: '', text: '{}' } : answer;
    }),
  },
  {
    fault: 'a booking waits for the provider of texts',
    isInShortForm: true,
    sign: /a booking with cash is answered 502/,
    find: withTexts((real) => async (name, input, caller) => {
      if (name !== 'createBooking') return real(name, input, caller);
      return { status: 502, code: 'sms_failed', text: '{}' };
    }),
  },
  {
    fault: 'codes are not sent again after an outage',
    isInShortForm: true,
    sign: /afterwards a sign-in code is answered 502/,
    find: withTexts((real) => {
      let hasFailed = false;
      return async (name, input, caller) => {
        if (name !== 'sendOtp') return real(name, input, caller);
        const answer = hasFailed
          ? { status: 502, code: 'sms_failed', text: '{}' }
          : await real(name, input, caller);
        hasFailed ||= answer.status >= 500;
        return answer;
      };
    }),
  },
  {
    fault: 'a database that is away is a failure of the program',
    isInShortForm: true,
    sign: /calls are answered 500 internal/,
    find: withDatabase((real) => async (name, input, caller) => {
      const answer = await real(name, input, caller);
      return answer.code === 'unavailable' ? { ...answer, status: 500, code: 'internal' } : answer;
    }),
  },
  {
    fault: 'a booking is acknowledged before it is committed',
    isInShortForm: true,
    sign: /acknowledged bookings are lost/,
    find: withDatabase((real) => async (name, input, caller) => {
      const answer = await real(name, input, caller);
      return answer.code === 'unavailable' ? { status: 200, code: '', text: '{}' } : answer;
    }),
  },
  {
    fault: 'bookings do not go on when the database is back',
    sign: /calls are answered .*no success|the next booking succeeds after/,
    find: withDatabase((real) => {
      let hasFailed = false;
      return async (name, input, caller) => {
        const answer = hasFailed
          ? { status: 503, code: 'unavailable', text: '{}' }
          : await real(name, input, caller);
        hasFailed ||= answer.code === 'unavailable';
        return answer;
      };
    }),
  },
  {
    fault: 'the key of a call that was cut off is never freed',
    sign: /calls are answered .*no success/,
    find: withDatabase((real) => {
      const taken = new Set<string | undefined>();
      return async (name, input, caller) => {
        const key = caller.headers['idempotency-key'];
        if (key !== undefined && taken.has(key))
          return { status: 409, code: 'request_in_progress', text: '{}' };
        const answer = await real(name, input, caller);
        if (answer.code === 'unavailable') taken.add(key);
        return answer;
      };
    }),
  },
  {
    fault: 'an acknowledged booking is not in the database afterwards',
    sign: /acknowledged bookings are lost/,
    find: withLostCommit,
  },
  { fault: 'no server delivers the events', sign: /events are not delivered/, find: withoutLead },
  { fault: 'the workers take no jobs', sign: /jobs do not run/, find: withoutJobs },
  {
    fault: 'failed calls do not count: the provider fails in a way that the breaker does not see',
    sign: /is still called/,
    find: (tools) => tryBreaker('answers a web page', tools),
  },
];
