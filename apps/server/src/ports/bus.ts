// Port of the in-process message bus between modules. Messages are not stored; the database is the source of truth.

export type BusListener<Message> = (message: Message) => void;

/** A named, typed stream of messages, declared once in the file that owns it. */
export interface BusTopic<Message> {
  readonly name: string;
  /** Only carries the message type; never read. */
  readonly message?: Message;
}

export interface Bus {
  /** Calls every listener of the topic, in the order of publishing. */
  publish<Message>(topic: BusTopic<Message>, message: Message): void;
  /** Returns a function that ends the subscription. */
  subscribe<Message>(topic: BusTopic<Message>, listener: BusListener<Message>): () => void;
}
