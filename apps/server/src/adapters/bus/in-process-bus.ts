// The message bus within one server: calls listeners synchronously and in order; a throwing listener does not stop the
// others.
import type { Bus, BusListener, BusTopic } from '../../ports/bus.ts';

export function createInProcessBus(onError: (error: unknown, topic: string) => void): Bus {
  const byTopic = new Map<string, Set<BusListener<never>>>();
  const listenersOf = (name: string): Set<BusListener<never>> => {
    const found = byTopic.get(name) ?? new Set();
    byTopic.set(name, found);
    return found;
  };
  return {
    publish<Message>(topic: BusTopic<Message>, message: Message): void {
      for (const listener of [...listenersOf(topic.name)]) {
        try {
          // Safe, because a topic's name belongs to one message type, declared in the file that owns it.
          (listener as BusListener<Message>)(message);
        } catch (error) {
          onError(error, topic.name);
        }
      }
    },
    subscribe(topic, listener) {
      const listeners = listenersOf(topic.name);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
