// Tells drivers in good time that a document ends: each reminder once, however often the job runs.
import { daysLeft, reminderDays, reminderDue } from '@kerb/domain/fleet';
import { calendarDay, MS_PER_DAY, MS_PER_HOUR, startOfDay } from '@kerb/domain/kernel';
import { appendEvent } from '../../../kit/index.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';

export const REMIND_JOB = 'fleet.remind-of-documents';

/** Nobody is woken: not before this hour of the operator's day. */
const FIRST_HOUR = 8;
const PAGE = 500;

const dayText = (at: number, timezone: string): string => {
  const { year, month, day } = calendarDay(at, timezone);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
};

/** The event `document.expiring` tells notifications: { uid, kind, days_left (negative when over), expires_on }. */
export function createRemindDrivers(
  deps: Pick<DocumentsDeps, 'db' | 'withTx' | 'clock' | 'settings' | 'identity'>,
) {
  const { db, withTx, clock, settings, identity } = deps;

  const remind = (document: DocumentRecord, left: number, due: number): Promise<void> =>
    withTx(async (tx) => {
      if (!(await documentsRepository(tx).markReminded(document, due))) return;
      const { uid, kind, expiresOn } = document;
      await appendEvent(tx, {
        name: 'document.expiring',
        topics: [],
        data: { uid, kind, days_left: left, expires_on: expiresOn },
      });
    });

  return async (): Promise<void> => {
    const [now, { timezone }] = [clock.now(), await settings.get()];
    if (now < startOfDay(now, timezone) + FIRST_HOUR * MS_PER_HOUR) return;
    // A day more, for the days that are an hour longer.
    const horizon = dayText(now + (reminderDays[0] + 1) * MS_PER_DAY, timezone);
    for (let after: string | null = null; ; ) {
      const page: DocumentRecord[] = await documentsRepository(db).ending(horizon, after, PAGE);
      const approved = await identity.approvedAmong(page.map(({ uid }) => uid));
      for (const document of page) {
        if (document.expiresOn === null || !approved.has(document.uid)) continue;
        const left = daysLeft(document.expiresOn, now, timezone);
        const due = reminderDue(left, document.remindedDays);
        if (due !== null) await remind(document, left, due);
      }
      const last = page.at(-1);
      if (page.length < PAGE || last === undefined) return;
      after = last.id;
    }
  };
}
