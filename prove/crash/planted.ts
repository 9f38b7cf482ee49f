// Faults planted on purpose: in the calls, in the handling of keys, and in the test database.
import type { RouteName } from '@kerb/contract';
import type pg from 'pg';
import type { KeyedAnswer, KeyedSend } from '../idempotency/keyed-call.ts';
import type { Plant } from '../lib/subject.ts';

interface PlantedCrashFault {
  readonly fault: string;
  readonly route: RouteName;
  readonly sign: RegExp;
  readonly plant?: Plant;
  readonly wrap?: (real: KeyedSend, database: Pick<pg.Pool, 'query'>) => KeyedSend;
  /** SQL of the owner before and after the trial. */
  readonly begin?: string;
  readonly end?: string;
}

const changed =
  (change: (answer: KeyedAnswer) => KeyedAnswer) =>
  (real: KeyedSend): KeyedSend =>
  async (...call) =>
    change(await real(...call));

export const plantedCrashFaults: readonly PlantedCrashFault[] = [
  {
    fault: 'a part of the work is committed before the rest',
    route: 'addToWallet',
    sign: /a part of it is left/,
    wrap: (real, database) => async (name, input, from, key) => {
      await database.query(`insert into settings_changes_of_the_proof default values`);
      return real(name, input, from, key);
    },
    begin: 'create table settings_changes_of_the_proof (id serial primary key)',
    end: 'drop table settings_changes_of_the_proof',
  },
  {
    fault: 'the transaction of the work does not mark the key',
    route: 'sendMessage',
    sign: /the repeat does it again/,
    plant: (real) => ({ ...real, run: (_, work) => work() }),
  },
  {
    fault: 'a call is acknowledged before its commit',
    route: 'addToWallet',
    sign: /it is acknowledged and leaves no row/,
    wrap: changed((answer) =>
      answer.code === 'unavailable' ? { ...answer, status: 200, code: '' } : answer,
    ),
  },
  {
    fault: 'a lost database is a failure of the program',
    route: 'cancelBooking',
    sign: /it is answered 500 internal/,
    wrap: changed((answer) =>
      answer.code === 'unavailable' ? { ...answer, status: 500, code: 'internal' } : answer,
    ),
  },
  {
    fault: 'a key that was taken is never freed',
    route: 'cancelBooking',
    sign: /the repeat is answered 409 request_in_progress/,
    wrap: (real) => {
      const taken = new Set<string>();
      return async (name, input, from, key) => {
        const isRepeat = taken.has(key);
        taken.add(key);
        const answer = await real(name, input, from, key);
        return isRepeat ? { ...answer, status: 409, code: 'request_in_progress' } : answer;
      };
    },
  },
  {
    fault: 'a driver stays busy after the trip',
    route: 'collectBooking',
    sign: /drivers are busy without a trip/,
    begin: `create function proof_stay_busy() returns trigger language plpgsql as $$
        begin new.queue := true; return new; end $$;
      create trigger proof_stay_busy before update on drivers for each row execute function proof_stay_busy()`,
    end: 'drop function proof_stay_busy() cascade; update drivers set queue = false where queue',
  },
  {
    fault: 'an entry of the ledger is lost',
    route: 'addToWallet',
    sign: /the ledger differs/,
    end: '',
  },
];
