// Remembers how far the event stream was read, so that a reconnect misses nothing and repeats nothing.

export interface Resume {
  /** True when the event is new for its topic; it is then counted as read. */
  accept(topic: string, seq: number): boolean;
  /** The server says the stream stood at `seq` when the connection or a subscription began. */
  start(seq: number): void;
  /** The position to resume from when subscribing; undefined before the first event. */
  since(): number | undefined;
  forget(topic: string): void;
}

export function createResume(): Resume {
  const readByTopic = new Map<string, number>();
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
      return read === undefined ? undefined : Math.max(0, read - (readByTopic.size > 0 ? 1 : 0));
    },
    forget(topic) {
      readByTopic.delete(topic);
    },
  };
}
