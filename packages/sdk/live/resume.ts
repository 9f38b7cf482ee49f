// Remembers how far the event stream was read, so that a reconnect misses nothing and repeats nothing.

export interface Resume {
  /** True when the event is new for its topic; it is then counted as read. */
  accept(topic: string, seq: number): boolean;
  /** The server says the stream stood at `seq` when the connection or a subscription began. */
  start(seq: number): void;
  /** The position to resume from when subscribing; undefined before the first event. */
  since(): number | undefined;
  /** These topics were subscribed from `since`; until they are `settled`, events after it may still be on their way. */
  begin(topics: readonly string[], since: number | undefined): void;
  /** The server has sent what these topics missed, or refused them. */
  settled(topics: readonly string[]): void;
  forget(topic: string): void;
}

export function createResume(): Resume {
  const readByTopic = new Map<string, number>();
  /** Topics that the server is bringing up to date, from which position. Events of other topics may overtake theirs. */
  const catchingUp = new Map<string, number>();
  let read: number | undefined;
  return {
    accept(topic, seq) {
      const last = readByTopic.get(topic);
      if (last !== undefined && seq <= last) return false;
      readByTopic.set(topic, seq);
      read = Math.max(read ?? 0, seq);
      return true;
    },
    start(seq) {
      read ??= seq;
    },
    since() {
      // One event may come on several topics; the connection may have ended between two of them.
      if (read === undefined) return undefined;
      const position = Math.max(0, read - (readByTopic.size > 0 ? 1 : 0));
      return Math.min(position, ...catchingUp.values());
    },
    begin(topics, since) {
      if (since === undefined) return;
      for (const topic of topics) catchingUp.set(topic, Math.min(since, catchingUp.get(topic) ?? since));
    },
    settled(topics) {
      for (const topic of topics) catchingUp.delete(topic);
    },
    forget(topic) {
      readByTopic.delete(topic);
      catchingUp.delete(topic);
    },
  };
}
