// Planted faults: a database that acknowledges commits too early, and rows as a crash of a faulty program would leave
// them.
import type pg from 'pg';
import type { PlantedFault } from '../../lib/proof.ts';
import { changeEntry } from '../planted.ts';
import { judgeRows } from './judge.ts';
import type { Victim } from './killed-processes.ts';
import { type KillTools, runKills } from './run-kills.ts';

interface PlantedKillFault {
  readonly fault: string;
  readonly sign: RegExp;
  find(tools: KillTools): Promise<readonly string[]>;
}

const SIZE = { kills: 1, minutes: 1, seed: 7 };
const quiet = () => undefined;

async function withKill(
  tools: KillTools,
  victim: Victim,
  meanwhile: readonly string[] = [],
): Promise<readonly string[]> {
  const options = {
    log: quiet,
    victims: [victim],
    async meanwhile() {
      for (const statement of meanwhile) await tools.cluster.asOwner.query(statement);
    },
  };
  return (await runKills(tools, SIZE, options)).violations;
}

/** PostgreSQL acknowledges a commit before it is on the disk. */
async function withEarlyAnswers(tools: KillTools): Promise<readonly string[]> {
  const { asOwner } = tools.cluster;
  const settings = { synchronous_commit: 'off', wal_writer_delay: '10s', wal_writer_flush_after: '1GB' };
  for (const [name, value] of Object.entries(settings))
    await asOwner.query(`alter system set ${name} = '${value}'`);
  await asOwner.query('select pg_reload_conf()');
  try {
    return await withKill(tools, 'PostgreSQL');
  } finally {
    await asOwner.query('alter system reset all');
    await asOwner.query('select pg_reload_conf()');
  }
}

/** Inserts rows as a faulty program would leave them, in a transaction that is rolled back. */
const withRows =
  (...statements: readonly string[]) =>
  async ({ cluster }: KillTools): Promise<readonly string[]> => {
    const client: pg.PoolClient = await cluster.asOwner.connect();
    try {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      for (const statement of statements) await client.query(statement);
      return await judgeRows(client, cluster.queries, 0);
    } finally {
      await client.query('rollback');
      client.release();
    }
  };

async function withEntry({ cluster }: KillTools): Promise<readonly string[]> {
  const restore = await changeEntry(cluster.asOwner);
  try {
    return await judgeRows(cluster.asOwner, cluster.queries, 0);
  } finally {
    await restore();
  }
}

/** The first fault adds the rows that the next ones need; the last one leaves riders who were not notified. */
const faults: readonly PlantedKillFault[] = [
  {
    fault: 'keys are lost with the server',
    sign: /a repeat of \w+ with its key is answered/,
    find: (tools) => withKill(tools, 'server', ['delete from idempotency_keys']),
  },
  {
    fault: 'a driver stays busy after a crash',
    sign: /drivers are busy without a trip/,
    find: withRows('update drivers set queue = true'),
  },
  {
    fault: 'an offer stays open after its booking is over',
    sign: /offers of bookings that are over are open/,
    find: withRows(
      "update booking_requests set outcome = null where booking in (select id from bookings where status <> 'NEW')",
    ),
  },
  {
    fault: 'a later booking is forgotten',
    sign: /later bookings whose time came were never offered/,
    find: withRows(
      'delete from booking_requests',
      "update bookings set status = 'NEW', book_later = true, dispatch_at = 0, reason = null, cancelled_by = null where id = (select id from bookings where status = 'CANCELLED' and driver is null limit 1)",
    ),
  },
  { fault: 'an entry of the ledger has another amount', sign: /the ledger differs/, find: withEntry },
  {
    fault: 'a call is answered before its commit is on the disk',
    sign: /acknowledged and (its booking )?is lost|are lost|in the ledger 0 times/,
    find: withEarlyAnswers,
  },
  {
    fault: 'the position of a subscriber is advanced before its events are handled',
    sign: /whose rider was not notified/,
    find: (tools) => withKill(tools, 'server', ['update outbox_cursors set position = position + 200']),
  },
];

export async function plantKillFaults(tools: KillTools): Promise<PlantedFault[]> {
  const planted: PlantedFault[] = [];
  for (const { fault, sign, find } of faults)
    planted.push({ fault, caught: (await find(tools)).some((sentence) => sign.test(sentence)) });
  return planted;
}
