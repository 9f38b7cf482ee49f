// Tracks the position in the event stream, so that a reconnect neither misses nor repeats an event.

export interface Resume {
  /** Returns true when the event is new for its topic, and marks it as read. */
  accept(topic: string, seq: number): boolean;
  /** Sets the initial position: the server's stream was at `seq` when the connection or a subscription began. */
  start(seq: number): void;
  /** All events up to `seq` have arrived, except of topics that are not `settled`. */
  reach(seq: number): void;
  /** Returns the position from which to subscribe to a new topic; undefined before the first event. */
  since(): number | undefined;
  /**
   * Returns the position from which to resume all topics on a new connection. It is newer than `since` for clients that
   * receive few events, so that the server need not look for missed events in a long past.
   */
  sinceReached(): number | undefined;
  /** These topics were subscribed from `since`. Until they are `settled`, later events of them may still arrive. */
  begin(topics: readonly string[], since: number | undefined): void;
  /** The server has replayed the missed events of these topics, or rejected the subscription. */
  settled(topics: readonly string[]): void;
  forget(topic: string): void;
}

export function createResume(): Resume {
  const readByTopic = new Map<string, number>();
  /**
   * Topics whose missed events the server is replaying, with their start position. Events of other topics may arrive
   * before theirs.
   */
  const catchingUp = new Map<string, number>();
  let read: number | undefined;
  let reached = 0;

  function since(): number | undefined {
    // One event can arrive on several topics, and the connection may have ended between two of them.
    if (read === undefined) return undefined;
    const position = Math.max(0, read - (readByTopic.size > 0 ? 1 : 0));
    return Math.min(position, ...catchingUp.values());
  }

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
    reach(seq) {
      reached = Math.max(reached, seq);
    },
    since,
    sinceReached() {
      const position = since();
      return position === undefined
        ? undefined
        : Math.max(position, Math.min(reached, ...catchingUp.values()));
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
