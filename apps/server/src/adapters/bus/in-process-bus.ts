// The bus inside one server: listeners are called at once, in order; one that throws does not stop the others.
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
          // A topic's name is given to one message type, in the file that owns it.
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
