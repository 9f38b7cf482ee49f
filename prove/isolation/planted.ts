// Planted faults: statements without their lock or condition, a database without a constraint, altered responses.
import type { RouteName } from '@kerb/contract';
import type { Answer } from '../../apps/server/src/testing/send-to.ts';
import type { Rewrite } from '../lib/intercepted-database.ts';
import type { Interference } from './isolation-servers.ts';

export interface PlantedIsolationFault {
  readonly fault: string;
  /** Pattern of the violation that the fault must cause. */
  readonly sign: RegExp;
  /** The scene that reveals the fault, or the long history. */
  readonly scene: 'wallets' | 'promos and open bookings' | 'drivers and bookings' | 'history';
  /** Creates a new one for each run, because some count their calls. */
  readonly interference?: () => Interference;
  /** SQL that runs as the owner of the tables. */
  readonly inDatabase?: { readonly plant: string; readonly remove: string };
  /** Also tried in the short form. */
  readonly isInShortForm?: true;
}

const rewriting = (rewrite: Rewrite) => () => ({ rewrite });

const withoutLock =
  (table: string): Rewrite =>
  (text) =>
    text.startsWith('select ') && text.includes(` from "${table}" `) ? text.replace(' for update', '') : text;

/**
 * The status in the condition of a step is always the last value but its id; comparing it with itself makes the
 * condition true for each row.
 */
const withoutComparison: Rewrite = (text) =>
  /^update "bookings" set .* "status" = \$\d+ returning \*$/.test(text)
    ? text.replace(/ and "status" = (\$\d+) returning/, ' and $1::text is not null returning')
    : text;

const withoutAdvisoryLock: Rewrite = (text) =>
  text.includes('pg_advisory_xact_lock(hashtextextended($1, 0))') ? 'select $1::text' : text;

const unlockedWallets: Rewrite = (text) =>
  text.includes('ledger_hold(')
    ? text.replace(
        /ledger_hold\((\$\d+)(::uuid\[\])?\)/,
        '(select id, owner, balance from ledger_accounts where owner = any($1::uuid[]))',
      )
    : text;

/** Returns a function that is true every `times` calls. */
function every(times: number): () => boolean {
  let count = 0;
  return () => {
    count += 1;
    return count % times === 0;
  };
}

/** Changes the responses of one route. */
const answered =
  (route: RouteName, create: () => (answer: Answer, uid: string) => Answer) => (): Interference => {
    const change = create();
    return {
      answering:
        (send) =>
        async (...call) => {
          const answer = await send(...call);
          const [name, , { uid }] = call;
          return name === route ? change(answer, uid) : answer;
        },
    };
  };

/** Returns each caller's first response again. */
const repeatFirst = () => {
  const first = new Map<string, Answer>();
  return (answer: Answer, uid: string): Answer => {
    const known = first.get(uid) ?? answer;
    first.set(uid, known);
    return known;
  };
};

/** SQL that replaces a part of a function's body, and SQL that restores it. */
function changedFunction(name: string, part: string, changed: string) {
  const replace = (from: string, to: string): string =>
    `do $do$ begin execute replace(pg_get_functiondef('${name}'::regproc), $t$${from}$t$, $t$${to}$t$); end $do$`;
  return { plant: replace(part, changed), remove: replace(changed, part) };
}

const laggingBalance = changedFunction(
  'ledger_hold',
  'a.balance from',
  'a.balance - coalesce((select e.amount from ledger_entries e where e.account = a.id order by e.id desc limit 1), 0) from',
);

const lostUpdate = {
  interference: rewriting(unlockedWallets),
  // The balance is read without waiting for a lock, while the update waits.
  inDatabase: changedFunction(
    'ledger_keep_balance',
    'set balance = balance + new.amount',
    'set balance = (select b.balance from ledger_accounts b where b.id = new.account) + new.amount',
  ),
};

const walletFaults: readonly PlantedIsolationFault[] = [
  {
    fault: 'a wallet is read without its lock',
    sign: /a wallet is below zero/,
    scene: 'wallets',
    interference: rewriting(unlockedWallets),
  },
  {
    fault: 'a balance is read from a copy that lags by one entry',
    sign: /no order explains/,
    scene: 'wallets',
    inDatabase: laggingBalance,
    isInShortForm: true,
  },
  {
    fault: 'a balance is read, and written without a look at what it is by then',
    sign: /do not begin where the one before ended|do not sum to its balance/,
    scene: 'wallets',
    ...lostUpdate,
  },
  {
    fault: 'some calls are answered though their transaction was rolled back',
    sign: /no order explains/,
    scene: 'wallets',
    interference: () => {
      const isLost = every(5);
      return { rewrite: (text) => (text === 'commit' && isLost() ? 'rollback' : text) };
    },
    isInShortForm: true,
  },
  {
    fault: 'some withdrawals are refused and made',
    sign: /no order explains/,
    scene: 'wallets',
    interference: answered('requestWithdraw', () => {
      const isChanged = every(2);
      return (answer) =>
        answer.status === 201 && isChanged()
          ? { ...answer, status: 400, code: 'insufficient_wallet' }
          : answer;
    }),
  },
  {
    fault: 'a wallet is read from a cache that is never renewed',
    sign: /an answer is older than one that was given before the call|no order explains/,
    scene: 'wallets',
    interference: answered('getWallet', repeatFirst),
  },
  {
    fault: 'a wallet of a long history is read from a cache that is never renewed',
    sign: /a cycle of rt, rw/,
    scene: 'history',
    interference: answered('getWallet', repeatFirst),
    isInShortForm: true,
  },
  {
    fault: 'a wallet of a long history is read without its newest entry but one',
    sign: /without an entry that came before/,
    scene: 'history',
    interference: answered('getWallet', () => (answer) => {
      const view: { items: unknown[] } = JSON.parse(answer.text);
      return { ...answer, text: JSON.stringify({ ...view, items: view.items.toSpliced(1, 1) }) };
    }),
  },
  {
    fault: 'wallets of a long history lose updates',
    sign: /do not begin where the one before ended|do not sum to its balance/,
    scene: 'history',
    ...lostUpdate,
  },
  {
    fault: 'some withdrawals of a long history are refused without a look at the wallet',
    sign: /refused while the wallet had the money/,
    scene: 'history',
    interference: () => {
      const isRefused = every(2);
      return {
        answering:
          (send) =>
          async (...call) =>
            call[0] === 'requestWithdraw' && isRefused()
              ? { status: 402, code: 'insufficient_wallet', text: '' }
              : send(...call),
      };
    },
  },
];

const promoFaults: readonly PlantedIsolationFault[] = [
  {
    fault: 'the uses of a promo are compared with its limit before the lock alone',
    sign: /a promo is used \d+ times, at most|no order explains/,
    scene: 'promos and open bookings',
    interference: rewriting((text) =>
      withoutLock('promos')(text).replace(' and "user_avail" < "promo_usage_limit" returning', ' returning'),
    ),
  },
  {
    fault: 'neither a lock nor a unique key limits a rider to one use',
    sign: /a rider has used a promo twice/,
    scene: 'promos and open bookings',
    interference: rewriting((text) => withoutAdvisoryLock(withoutLock('promos')(text))),
    inDatabase: {
      plant: 'alter table promo_uses drop constraint promo_use_once_a_rider',
      remove: `delete from promo_uses a using promo_uses b where a.rider = b.rider and a.promo = b.promo and a.booking > b.booking;
        alter table promo_uses add constraint promo_use_once_a_rider unique (rider, promo)`,
    },
    isInShortForm: true,
  },
  {
    fault: 'the bookings of a rider are counted without the advisory lock',
    sign: /a rider has 5[1-9] open bookings/,
    scene: 'promos and open bookings',
    interference: rewriting(withoutAdvisoryLock),
  },
  {
    fault: 'an edit of a promo writes the count of uses that it read before its lock',
    sign: /a promo counts \d+ uses and has \d+/,
    scene: 'promos and open bookings',
    interference: rewriting((text) =>
      text.startsWith('update "promos" set "promo_name"')
        ? text.replace(
            ' set ',
            ' set "user_avail" = (select user_avail from promos p where p.id = promos.id), ',
          )
        : text,
    ),
  },
];

const tripFaults: readonly PlantedIsolationFault[] = [
  {
    fault: 'a step of a booking locks nothing and compares nothing',
    sign: /no order explains/,
    scene: 'drivers and bookings',
    interference: rewriting((text) => withoutComparison(withoutLock('bookings')(text))),
    isInShortForm: true,
  },
  {
    fault: 'no unique index limits a driver to one trip',
    sign: /a driver is on 2 trips/,
    scene: 'drivers and bookings',
    inDatabase: {
      plant: 'drop index bookings_one_current_trip_per_driver',
      remove: `update bookings set status = 'CANCELLED', cancelled_by = 'admin', reason = 'Proof'
          where status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED');
        create unique index bookings_one_current_trip_per_driver on bookings (driver)
          where (pickup_promised_at is null or set_out_at is not null)
            and status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')`,
    },
  },
  {
    fault: 'a driver is made busy without a look at their duty',
    sign: /a driver on a trip is off duty|no order explains/,
    scene: 'drivers and bookings',
    interference: rewriting((text) =>
      text.startsWith('update "drivers" set "queue"')
        ? text.replace(/ and "driver_active_status" = (\$\d+)/, ' and $1::boolean')
        : text,
    ),
  },
  {
    fault: 'a driver goes off duty without a look at their trip',
    sign: /a driver on a trip is off duty|no order explains/,
    scene: 'drivers and bookings',
    interference: rewriting((text) =>
      text.startsWith('update "drivers" set "driver_active_status"')
        ? text.replace(/ and "queue" = (\$\d+)/, ' and not $1::boolean')
        : text,
    ),
  },
  {
    fault: 'going on duty locks nothing, and writes the trip of the driver that was read before',
    sign: /a driver with [01] trips is (busy|free)|no order explains/,
    scene: 'drivers and bookings',
    interference: rewriting((text) =>
      withoutLock('drivers')(text).replace(
        'update "drivers" set "driver_active_status"',
        'update "drivers" set "queue" = (select queue from drivers d where d.uid = drivers.uid), "driver_active_status"',
      ),
    ),
  },
];

export const plantedIsolationFaults = [...walletFaults, ...promoFaults, ...tripFaults];
