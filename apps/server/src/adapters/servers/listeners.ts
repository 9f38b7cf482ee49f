// The listeners of messages between servers. Servers of another version may send what this one cannot read: it is
// ignored and counted, and blocks no other message.
import type { SharedListener, SharedTopic, UnreadReason } from '../../ports/other-servers.ts';

/** A heartbeat through PostgreSQL; has no listener. */
export const HERE = 'here';
/** Of servers that use Redis; those without it receive it too. */
export const SERVER_STATE = 'server.state';
const withoutListener: readonly string[] = [HERE, SERVER_STATE];

export interface ListenerDeps {
  /** Called for each message, or each set of messages, that was ignored. */
  onUnread(reason: UnreadReason, cause: unknown): void;
  /** A listener failed. */
  onError(error: unknown): void;
}

export interface Listeners {
  add<Message>(topic: SharedTopic<Message>, listener: SharedListener<Message>): void;
  /** `isStored`: read later, instead of received when it was published. */
  call(name: string, data: unknown, isStored: boolean): void;
}

export function createListeners({ onUnread, onError }: ListenerDeps): Listeners {
  const listeners = new Map<string, ((data: unknown, isStored: boolean) => void)[]>();

  function readerOf<Message>({ read }: SharedTopic<Message>, listener: SharedListener<Message>) {
    return (data: unknown, isStored: boolean): void => {
      let message: Message;
      try {
        message = read(data);
      } catch (error) {
        onUnread('invalid', error);
        return;
      }
      try {
        listener(message, isStored);
      } catch (error) {
        onError(error);
      }
    };
  }
  return {
    add(topic, listener) {
      listeners.set(topic.name, [...(listeners.get(topic.name) ?? []), readerOf(topic, listener)]);
    },
    call(name, data, isStored) {
      const known = listeners.get(name);
      if (known === undefined && !withoutListener.includes(name))
        onUnread('unknown', new Error(`There is no topic ${name}`));
      for (const listener of known ?? []) listener(data, isStored);
    },
  };
}
