// Job that reminds drivers of documents that expire; each reminder is sent once, even when the job runs twice.
import { daysLeft, reminderDays, reminderDue } from '@kerb/domain/fleet';
import { calendarDay, MS_PER_DAY, MS_PER_HOUR, startOfDay } from '@kerb/domain/kernel';
import { appendEvent } from '../../kit/index.ts';
import type { DocumentsDeps } from './documents.deps.ts';
import { type DocumentRecord, documentsRepository } from './documents.repository.ts';

export const REMIND_JOB = 'fleet.remind-of-documents';

/** Reminders are sent from this hour on, in the operator's time zone. */
const FIRST_HOUR = 8;
const PAGE = 500;

const dayText = (at: number, timezone: string): string => {
  const { year, month, day } = calendarDay(at, timezone);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
};

/** Publishes `document.expiring` for notifications: { uid, kind, days_left (negative when expired), expires_on }. */
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

  return async function remindDrivers(): Promise<void> {
    const now = clock.now();
    const { timezone } = await settings.get();
    if (now < startOfDay(now, timezone) + FIRST_HOUR * MS_PER_HOUR) return;
    // One day is added because a day can be 25 hours long when the clocks change.
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
