// Journal of a payment's refunds: LiqPay has no ids for refunds, so they are recorded in LiqPay's note on the payment.
import { PaymentUnavailableError } from '../../../ports/payments.ts';

/** `asked` is recorded before LiqPay is called; the other states are its answers. */
type RefundState = 'asked' | 'waits' | 'done' | 'refused';

export interface JournalEntry {
  readonly refund: string;
  /** Minor units to refund, and those refunded before this refund was requested. */
  readonly units: number;
  readonly before: number;
  readonly state: RefundState;
}

const HEAD = 'refunds';
const ENTRY = /^([0-9a-f-]{36})=(\d{1,16})\/(\d{1,16})\/(asked|waits|done|refused)$/;
const STATES: Readonly<Record<string, RefundState>> = {
  asked: 'asked',
  waits: 'waits',
  done: 'done',
  refused: 'refused',
};

function entryOf(text: string): JournalEntry {
  const [, refund, units, before, state = ''] = ENTRY.exec(text) ?? [];
  const known = STATES[state];
  if (!refund || !known)
    throw new PaymentUnavailableError('The note on the LiqPay payment was changed by another writer');
  return { refund, units: Number(units), before: Number(before), state: known };
}

/**
 * The first line of the note is the journal when it begins with our marker; other text in the note is preserved below
 * it.
 */
function split(info: string | null | undefined): { ours: string | null; others: string } {
  const [first = '', ...rest] = (info ?? '').split('\n');
  return first.startsWith(`${HEAD} `)
    ? { ours: first.slice(HEAD.length + 1), others: rest.join('\n') }
    : { ours: null, others: info ?? '' };
}

/**
 * Oldest first. Throws PaymentUnavailableError when the note cannot be parsed, so that no refund is made on a guess.
 */
export function readJournal(info: string | null | undefined): readonly JournalEntry[] {
  const { ours } = split(info);
  return ours === null ? [] : ours.split(' ').map(entryOf);
}

/** The note in which this entry replaces the one of the same refund, or is appended. */
export function writeJournal(info: string | null | undefined, entry: JournalEntry): string {
  const entries = readJournal(info);
  const isKnown = entries.some(({ refund }) => refund === entry.refund);
  const next = isKnown
    ? entries.map((each) => (each.refund === entry.refund ? entry : each))
    : [...entries, entry];
  const texts = next.map(({ refund, units, before, state }) => `${refund}=${units}/${before}/${state}`);
  const { others } = split(info);
  return [`${HEAD} ${texts.join(' ')}`, ...(others ? [others] : [])].join('\n');
}
