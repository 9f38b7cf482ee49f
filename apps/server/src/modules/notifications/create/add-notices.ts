// Stores notices and, in the same transaction, their delivery jobs, so that no notice is lost.
import { addJob, appendEvent, type Clock, type Ids, type Tx } from '../../../kit/index.ts';
import { type NoticeKind, ruleOf } from '../catalogue/notice-catalogue.ts';
import { type Channel, DELIVER_JOB, deliverPriority } from '../deliver/deliver-job.ts';
import { deliveriesRepository, type NewDelivery } from '../deliver/deliveries.repository.ts';
import { type Notice, noticesRepository } from '../notices.repository.ts';

export interface NewNotice {
  uid: string;
  /** Its origin, as `event:<position>` or `campaign:<id>`: a user gets one notice for each. */
  source: string;
  kind: NoticeKind;
  title: string;
  body: string;
  /** The kind's own when left out. */
  screen?: string | null;
  params?: Readonly<Record<string, string>>;
  /** Sent no later: ms since the epoch; as long as the kind is news when left out. */
  until?: number;
  /** Push alone when left out. */
  channels?: readonly Channel[];
  /** To this installation of the person's alone. */
  onlyToken?: string;
}

export interface AddNoticesDeps {
  clock: Clock;
  ids: Ids;
  /** True for a user who is not deleted, and is not until the transaction ends. */
  holdPresent: (tx: Tx, uid: string) => Promise<boolean>;
}

/** Adds one notice for each user and source. Returns the notices that are new. */
export type AddNotices = (tx: Tx, notices: readonly NewNotice[]) => Promise<Notice[]>;

export function createAddNotices({ clock, ids, holdPresent }: AddNoticesDeps): AddNotices {
  const deliveriesOf = ({ id, kind, at }: Notice, given: NewNotice | undefined): NewDelivery[] =>
    (given?.channels ?? ['push']).map((channel) => ({
      notice: id,
      channel,
      next_at: at,
      until: Math.min(given?.until ?? Number.POSITIVE_INFINITY, at + ruleOf(kind).goodForMs),
      only_token: given?.onlyToken ?? null,
    }));

  return async function addNotices(tx, given) {
    const now = clock.now();
    const rows: Notice[] = [];
    // In one order, so that two transactions for the same users do not deadlock.
    for (const notice of given.toSorted((one, other) => (one.uid < other.uid ? -1 : 1))) {
      const { uid, source, kind, title, body, screen = ruleOf(kind).screen, params = {} } = notice;
      if (!(await holdPresent(tx, uid))) continue;
      rows.push({ id: ids.next(), uid, source, kind, title, body, screen, params, at: now, read_at: null });
    }
    const fresh = await noticesRepository(tx).addMissing(rows);
    const deliveries = fresh.flatMap((notice) =>
      deliveriesOf(
        notice,
        given.find(({ uid, source }) => uid === notice.uid && source === notice.source),
      ),
    );
    await deliveriesRepository(tx).add(deliveries);
    const sources = new Map(fresh.map(({ id, source }) => [id, source]));
    for (const { notice, channel } of deliveries) {
      const priority = deliverPriority(sources.get(notice) ?? '');
      await addJob(tx, DELIVER_JOB, { notice, channel }, { priority });
    }
    for (const { id, uid } of fresh)
      await appendEvent(tx, { name: 'notice.created', topics: [`user:${uid}`], data: { notice_id: id } });
    return fresh;
  };
}
