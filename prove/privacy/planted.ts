// Planted privacy faults: triggers and columns in the test database, and outputs that contain too much.
import type { RouteName } from '@kerb/contract';
import type { Outlets } from './privacy-server.ts';

export interface PlantedPrivacyFault {
  readonly fault: string;
  /** Pattern of the violation that the fault must cause. */
  readonly sign: RegExp;
  /** Routes that reveal the fault. */
  readonly names: readonly RouteName[];
  readonly sql?: string;
  readonly outlets?: Partial<Outlets>;
}

const trigger = (table: string, when: string, body: string) => ({
  sql: `create function fault_of_${table}() returns trigger language plpgsql security definer as $$ begin ${body} end $$;
        create trigger proof_fault before ${when} on ${table} for each row execute function fault_of_${table}()`,
});

const withoutMarkers = (text: string): string => text.replaceAll(/xqz[a-z]{3}z/gi, '');
let exportsMade = 0;
let lastExport = '';

export const plantedFaults: readonly PlantedPrivacyFault[] = [
  {
    fault: 'a column that is not registered',
    sign: /users\.nickname is not in the registry/,
    names: [],
    sql: 'alter table users add column nickname text',
  },
  {
    fault: 'the last name stays when an account is deleted',
    sign: /lastName: is left in users\.last_name/,
    names: ['updateProfile'],
    ...trigger(
      'users',
      'update',
      'if new.deleted_at is not null then new.last_name := old.last_name; end if; return new;',
    ),
  },
  {
    fault: 'chat messages stay',
    sign: /sendMessage message: is left in chat_messages/,
    names: ['sendMessage'],
    ...trigger('chat_messages', 'update or delete', 'return null;'),
  },
  {
    fault: 'the notes of dispatchers stay',
    sign: /editRiderNotes notes: is left in rider_notes/,
    names: ['editRiderNotes'],
    ...trigger('rider_notes', 'delete', 'return null;'),
  },
  {
    fault: 'the place where the driver waited stays exact',
    sign: /An exact place is left in booking_timeline_entries/,
    names: ['arriveBooking'],
    ...trigger('booking_timeline_entries', 'update', 'return null;'),
  },
  {
    fault: 'events carry what people write',
    sign: /sendMessage message: a person’s text is in outbox_events\.data/,
    names: ['sendMessage'],
    ...trigger(
      'outbox_events',
      'insert',
      "new.data := new.data || jsonb_build_object('said', (select string_agg(message, ' ') from chat_messages)); return new;",
    ),
  },
  {
    fault: 'an export leaves texts out',
    sign: /is not in the person’s export/,
    names: ['cancelBooking'],
    outlets: {
      answer(route, text) {
        if (route !== 'exportMe') return text;
        exportsMade += 1;
        return exportsMade % 2 === 0 ? withoutMarkers(text) : text;
      },
    },
  },
  {
    fault: 'an export has another person’s texts',
    sign: /another person’s text is in an export/,
    names: ['updateProfile', 'sendMessage'],
    outlets: {
      answer(route, text) {
        if (route !== 'exportMe') return text;
        const both = lastExport + text;
        lastExport = text;
        return both;
      },
    },
  },
  {
    fault: 'the log has the session of each call',
    sign: /A code or token is in the log/,
    names: ['updateProfile'],
    outlets: { logLine: (line, session) => `${line} ${session}` },
  },
  {
    fault: 'the metrics have numbers of people as labels',
    sign: /of a person is in the metrics/,
    names: [],
    outlets: { metrics: (text) => `${text}\nkerb_codes_total{number="+59894000001"} 1` },
  },
];

/** All of them at once; each has its own pattern. */
export const allOutlets: Outlets = {
  answer: (route, given) =>
    plantedFaults.reduce((text, { outlets }) => outlets?.answer?.(route, text) ?? text, given),
  logLine: (given, session) =>
    plantedFaults.reduce((line, { outlets }) => outlets?.logLine?.(line, session) ?? line, given),
  metrics: (given) => plantedFaults.reduce((text, { outlets }) => outlets?.metrics?.(text) ?? text, given),
};
