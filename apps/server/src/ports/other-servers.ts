// Messages between the servers of one database, too frequent and too short-lived to be events: car positions, typing.

/** Degrees. */
interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A part of the map. */
export interface Circle extends Place {
  readonly radiusKm: number;
}

/** Where on the map messages are needed. */
export type Area = 'everywhere' | Circle;

/** A named kind of message; declared once, in the file that owns it. */
export interface SharedTopic<Message> {
  readonly name: string;
  /** Parses a received message; throws for an invalid one. */
  read(data: unknown): Message;
  /** Where a message belongs on the map; left out for topics that have no place. */
  placeOf?(message: Message): Place;
  /** What a message with a place is about, such as a car: the latest of each key can be read afterwards. */
  keyOf?(message: Message): string;
}

/** `isStored`: read later, instead of received when it was published. */
export type SharedListener<Message> = (message: Message, isStored: boolean) => void;

/**
 * Why a message of another server is ignored. `unknown`: a topic without a listener here. `invalid`: its data, or what
 * surrounds messages, is of another form.
 */
export type UnreadReason = 'unknown' | 'invalid';

export interface OtherServers {
  /**
   * Sent soon, to every other server on the same database that needs it. A message may be lost: the next one replaces
   * it. It may also arrive twice, or after a later one of another place.
   */
  publish<Message>(topic: SharedTopic<Message>, message: Message): void;
  /** Receives messages of other servers, never this server's own; those with a place only where they are needed. */
  subscribe<Message>(topic: SharedTopic<Message>, listener: SharedListener<Message>): void;
  /**
   * Messages with a place in this area are received until `release`. Once it resolves to true, listeners have had the
   * latest message about each key there. False: those could not be read, and only what is published from now on
   * arrives. Another call with the same name replaces the area.
   */
  need(name: string, area: Area): Promise<boolean>;
  release(name: string): void;
  /** Whether all messages in the area are received now, as after `need`. */
  receives(area: Area): boolean;
  /** Listeners have had the latest message about each key in the area, at most a second old; false as for `need`. */
  refreshArea(area: Area): Promise<boolean>;
  /** The same for these keys. */
  refreshKeys<Message>(topic: SharedTopic<Message>, keys: readonly string[]): Promise<boolean>;
  /** Removes what can be read about a key. */
  forget<Message>(topic: SharedTopic<Message>, key: string): void;
  /** The listener is called when needed messages may have been lost. */
  onGap(listener: () => void): void;
  /** Receives messages from now on. */
  start(): Promise<void>;
  /** Sends what is still buffered, and receives nothing more. */
  close(): Promise<void>;
}
