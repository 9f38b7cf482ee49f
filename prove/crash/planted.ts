// Planted faults in the calls, in the handling of idempotency keys, and in the test database.
import type { RouteName } from '@kerb/contract';
import type pg from 'pg';
import type { KeyedAnswer, KeyedSend } from '../idempotency/keyed-call.ts';
import type { Plant } from '../lib/subject.ts';

interface PlantedCrashFault {
  readonly fault: string;
  /** The route that reveals the fault. */
  readonly route: RouteName;
  readonly sign: RegExp;
  /** Also tried in the short form. */
  readonly isInShortForm?: true;
  readonly plant?: Plant;
  readonly wrap?: (real: KeyedSend, asOwner: Pick<pg.Pool, 'query'>) => KeyedSend;
  /** SQL that runs as the owner of the tables. */
  readonly inDatabase?: { readonly plant: string; readonly remove: string };
  /** Changes rows after the calls were interrupted; the returned function restores them. */
  readonly corrupt?: (asOwner: pg.Pool) => Promise<() => Promise<void>>;
}

const changed =
  (change: (answer: KeyedAnswer) => KeyedAnswer) =>
  (real: KeyedSend): KeyedSend =>
  async (...call) =>
    change(await real(...call));

export async function changeEntry(asOwner: pg.Pool): Promise<() => Promise<void>> {
  const client = await asOwner.connect();
  // Disables the triggers that protect ledger entries.
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query(
    'update ledger_entries set amount = amount + 1 where ctid = (select ctid from ledger_entries limit 1) returning transaction, account',
  );
  return async () => {
    await client.query(
      'update ledger_entries set amount = amount - 1 where transaction = $1 and account = $2',
      [rows[0]?.transaction, rows[0]?.account],
    );
    client.release(true);
  };
}

export const plantedCrashFaults: readonly PlantedCrashFault[] = [
  {
    fault: 'a part of the work is committed before the rest',
    isInShortForm: true,
    route: 'addToWallet',
    sign: /a part of it is left/,
    wrap: (real, asOwner) => async (name, input, from, key) => {
      await asOwner.query('update users set last_name = last_name where uid = $1', [from.caller.uid]);
      return real(name, input, from, key);
    },
  },
  {
    fault: 'the transaction of the work does not mark the key',
    isInShortForm: true,
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
    inDatabase: {
      plant: `create function proof_stay_busy() returns trigger language plpgsql as $$
          begin new.queue := true; return new; end $$;
        create trigger proof_stay_busy before update on drivers for each row execute function proof_stay_busy()`,
      remove: 'drop function proof_stay_busy() cascade; update drivers set queue = false where queue',
    },
  },
  {
    fault: 'an entry of the ledger has another amount',
    route: 'addToWallet',
    sign: /the ledger differs/,
    corrupt: changeEntry,
  },
];
