// The rows of the safety module's tables. Times are ms since the epoch.
import type { AlertKind } from '@kerb/contract';
import type { Generated, Selectable } from 'kysely';

export interface ShareLinkTable {
  id: string;
  booking: string;
  /** uid */
  shared_by: string;
  token_hash: Buffer;
  made_at: number;
  /** Scheduled time of the trip when the link was created; null for links from before this was stored. */
  trip_at: number | null;
  ended_at: number | null;
}

export interface SafetyAlertTable {
  id: string;
  booking: string;
  kind: AlertKind;
  raised_by: 'rider' | 'driver' | null;
  /**
   * uid of that rider or driver; null for a detected situation, and for an earlier alert whose driver is not known any
   * more.
   */
  caller: string | null;
  /** uid of the booking's driver when the alert was raised; null without one. The booking may have another one now. */
  driver: string | null;
  /** Plate of that driver's car. */
  vehicle_reg_no: string | null;
  at: number;
  last_at: number;
  times: Generated<number>;
  lat: number | null;
  lng: number | null;
  over_at: number | null;
  resolved_at: number | null;
  /** uid */
  resolved_by: string | null;
  note: string | null;
  /** A rider's message; null for other kinds. */
  message: string | null;
}

export type SafetyTables = { share_links: ShareLinkTable; safety_alerts: SafetyAlertTable };
export type ShareLinkRow = Selectable<ShareLinkTable>;
export type AlertRow = Selectable<SafetyAlertTable>;
