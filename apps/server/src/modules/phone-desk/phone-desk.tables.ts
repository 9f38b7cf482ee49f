// The rows of the phone desk's tables. Times are ms since the epoch.
import type { Selectable } from 'kysely';

interface RiderNotesTable {
  /** uid */
  rider: string;
  notes: string;
  /** uid of the admin who wrote them last */
  written_by: string;
  written_at: number;
}

interface PhoneDesksTable {
  /** of an admin */
  uid: string;
  extension: string | null;
  /** When the admin began to take calls, or took the last one. */
  since: number;
  /** The session in which they began; its end deletes the row. Null for rows of earlier versions. */
  session: string | null;
}

interface PhoneCallsTable {
  id: string;
  /** The telephone system's own id of the call. */
  call: string;
  caller: string | null;
  extension: string | null;
  at: number;
  taken_by: string | null;
  taken_at: number | null;
}

export type PhoneDeskTables = {
  rider_notes: RiderNotesTable;
  phone_desks: PhoneDesksTable;
  phone_calls: PhoneCallsTable;
};

export type PhoneDeskRow = Selectable<PhoneDesksTable>;
export type PhoneCallRow = Selectable<PhoneCallsTable>;
