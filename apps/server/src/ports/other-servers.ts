// Word from server to server, for what is too quick and too slight to be an event: where a car is, who writes.

/** A named kind of word; made once, in the file that owns it. */
export interface SharedTopic<Message> {
  readonly name: string;
  /** What came over the wire, as the message it is; throws when it is none. */
  read(data: unknown): Message;
}

export interface OtherServers {
  /** Soon, to every other server on the same database. It may be lost: the next one says the same anew. */
  tell<Message>(topic: SharedTopic<Message>, message: Message): void;
  /** Hears what other servers say, never oneself. */
  hear<Message>(topic: SharedTopic<Message>, listener: (message: Message) => void): void;
  /** Hears from now on. */
  start(): Promise<void>;
  /** Says what still waits, and hears no more. */
  close(): Promise<void>;
}
