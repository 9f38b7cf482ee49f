// Compares the events that a live socket delivered with the outbox: each event of its topics exactly once, in order.

/** Events that a client received on one topic. */
export interface Received {
  /** Role and topic of the client, such as "rider bookings", with which sentences begin. */
  readonly what: string;
  /** The outbox topic that the client's topic corresponds to. */
  readonly internal: string;
  /** Outbox positions of the events, in the order in which they arrived. */
  readonly seqs: readonly number[];
  /**
   * All events after this position are required. Null if the client subscribed at an unknown position; then all events
   * between the first and the last received one are required.
   */
  readonly since: number | null;
}

/** Positions of the events by outbox topic, ascending. */
export type EventsByTopic = ReadonlyMap<string, readonly number[]>;

export function eventsByTopic(
  events: readonly { readonly position: number; readonly topics: readonly string[] }[],
): EventsByTopic {
  const found = new Map<string, number[]>();
  for (const { position, topics } of events)
    for (const topic of topics) {
      const known = found.get(topic);
      if (known) known.push(position);
      else found.set(topic, [position]);
    }
  return found;
}

/** Positions of the events that the client must have received on the topic. */
function expectedOf({ internal, seqs, since }: Received, events: EventsByTopic): readonly number[] {
  const all = events.get(internal) ?? [];
  if (since !== null) return all.filter((position) => position > since);
  const first = seqs[0] ?? Number.POSITIVE_INFINITY;
  const last = seqs.at(-1) ?? 0;
  return all.filter((position) => position >= first && position <= last);
}

/** Whether all required events have arrived. */
export function isComplete(received: Received, events: EventsByTopic): boolean {
  const seen = new Set(received.seqs);
  return expectedOf(received, events).every((position) => seen.has(position));
}

/** Returns one sentence for each kind of violation; empty when the events are correct. */
export function judgeReceived(received: Received, events: EventsByTopic): string[] {
  const { what, seqs, since } = received;
  const expected = expectedOf(received, events);
  const wanted = new Set(expected);
  const seen = new Set(seqs);
  const found: string[] = [];
  if (seen.size < seqs.length) found.push(`${what}: an event arrived twice`);
  if (seqs.some((seq, index) => seq < (seqs[index - 1] ?? 0)))
    found.push(`${what}: events arrived in another order`);
  if (expected.some((position) => !seen.has(position))) found.push(`${what}: an event is missing`);
  if (seqs.some((seq) => seq > (since ?? 0) && !wanted.has(seq)))
    found.push(`${what}: an event arrived that is not of this topic`);
  return found;
}

/** Merges equal sentences and adds their number, such as "3 × rider me: an event is missing". */
export function summarise(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${times} × ${sentence}`));
}
