// Messages between the servers of one database, too frequent and too short-lived to be events: car positions, typing.

/** A named kind of message; declared once, in the file that owns it. */
export interface SharedTopic<Message> {
  readonly name: string;
  /** Parses a received message; throws for an invalid one. */
  read(data: unknown): Message;
  /** Where a message belongs on the map, in degrees; left out for topics that have no place. */
  placeOf?(message: Message): { readonly lat: number; readonly lng: number };
}

export interface OtherServers {
  /**
   * Sent soon, to every other server on the same database. A message may be lost: the next one replaces it. It may also
   * arrive twice, or after a later one of another place.
   */
  publish<Message>(topic: SharedTopic<Message>, message: Message): void;
  /** Receives messages of other servers, never this server's own. */
  subscribe<Message>(topic: SharedTopic<Message>, listener: (message: Message) => void): void;
  /** Receives messages from now on. */
  start(): Promise<void>;
  /** Sends what is still buffered, and receives nothing more. */
  close(): Promise<void>;
}
