// The bus carries messages between the parts of the running product; nothing on it is the source of truth.

export type BusListener<Message> = (message: Message) => void;

/** A named, typed stream of messages; made once, in the file that owns the stream. */
export interface BusTopic<Message> {
  readonly name: string;
  /** Only carries the type; never read. */
  readonly message?: Message;
}

export interface Bus {
  /** Hands the message to every listener of the topic, in the order of publishing. */
  publish<Message>(topic: BusTopic<Message>, message: Message): void;
  /** Returns the function that ends the subscription. */
  subscribe<Message>(topic: BusTopic<Message>, listener: BusListener<Message>): () => void;
}
