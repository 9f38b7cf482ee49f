// Port for messages between servers on one database, such as car positions and typing, that are too frequent to store
// as events.

/** Coordinates in degrees. */
interface Place {
  readonly lat: number;
  readonly lng: number;
}

/** A circular area of the map. */
export interface Circle extends Place {
  readonly radiusKm: number;
}

/** The area from which messages are needed. */
export type Area = 'everywhere' | Circle;

/** A named kind of message; declared once, in the file that owns it. */
export interface SharedTopic<Message> {
  readonly name: string;
  /** Parses a received message; throws for an invalid one. */
  read(data: unknown): Message;
  /** The message's position on the map; left out for topics without positions. */
  placeOf?(message: Message): Place;
  /** The subject of a positioned message, such as a car's id: the latest message of each key can be read afterwards. */
  keyOf?(message: Message): string;
}

/** `isStored`: the message was read afterwards, not received at the time of publishing. */
export type SharedListener<Message> = (message: Message, isStored: boolean) => void;

/**
 * Reason why a message of another server is ignored. `unknown`: no listener for its topic. `invalid`: its data, or the
 * envelope around messages, has an unknown format.
 */
export type UnreadReason = 'unknown' | 'invalid';

export interface OtherServers {
  /**
   * Sends the message soon to every other server on the same database that needs it. A message may be lost, as the next
   * one replaces it. It may also arrive twice, or after a later message from another place.
   */
  publish<Message>(topic: SharedTopic<Message>, message: Message): void;
  /**
   * Receives messages of other servers only, never this server's own. Positioned messages arrive only for needed areas.
   */
  subscribe<Message>(topic: SharedTopic<Message>, listener: SharedListener<Message>): void;
  /**
   * Starts receiving positioned messages in this area, until `release`. When the promise resolves to true, the
   * listeners have received the latest message of each key in the area; when it resolves to false, those could not be
   * read, and only messages published from now on arrive. Another call with the same name replaces the area.
   */
  need(name: string, area: Area): Promise<boolean>;
  release(name: string): void;
  /** Whether all messages in the area are currently received, as after `need`. */
  receives(area: Area): boolean;
  /**
   * Reads the latest message of each key in the area, at most a second old, and passes it to the listeners; resolves to
   * false when they could not be read.
   */
  refreshArea(area: Area): Promise<boolean>;
  /** The same as `refreshArea`, for the given keys. */
  refreshKeys<Message>(topic: SharedTopic<Message>, keys: readonly string[]): Promise<boolean>;
  /** Deletes the stored message of a key. */
  forget<Message>(topic: SharedTopic<Message>, key: string): void;
  /** Calls the listener when needed messages may have been lost. */
  onGap(listener: () => void): void;
  /**
   * Since when this server has received messages without an interruption, ms since the epoch; null while it receives
   * none.
   */
  receivingSince(): number | null;
  /** Starts receiving messages. */
  start(): Promise<void>;
  /** Sends buffered messages, and stops receiving. */
  close(): Promise<void>;
}
