// Dispatches messages of other servers to their listeners. A message that this server cannot read, for example from
// another version, is ignored and counted, and blocks no other message.
import type { SharedListener, SharedTopic, UnreadReason } from '../../ports/other-servers.ts';

/** Topic of heartbeats through PostgreSQL; it has no listener. */
export const HERE = 'here';
/** Topic of servers that use Redis; servers without Redis receive it too, but have no listener. */
export const SERVER_STATE = 'server.state';
const withoutListener: readonly string[] = [HERE, SERVER_STATE];

export interface ListenerDeps {
  /** Called for each ignored message, or set of messages. */
  onUnread(reason: UnreadReason, cause: unknown): void;
  /** Called when a listener throws. */
  onError(error: unknown): void;
}

export interface Listeners {
  add<Message>(topic: SharedTopic<Message>, listener: SharedListener<Message>): void;
  /** `isStored`: the message was read afterwards, not received at the time of publishing. */
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
