// Tests that the bus calls every listener in order, also when a listener throws.
import { describe, expect, it } from 'vitest';
import type { BusTopic } from '../../ports/bus.ts';
import { createInProcessBus } from './in-process-bus.ts';

const numbers: BusTopic<number> = { name: 'numbers' };
const others: BusTopic<number> = { name: 'others' };

describe('the in-process bus', () => {
  it('delivers each message to the subscribers of its topic in order, until they unsubscribe', () => {
    const bus = createInProcessBus(() => undefined);
    const received: number[] = [];
    const leave = bus.subscribe(numbers, (n) => received.push(n));
    bus.publish(numbers, 1);
    bus.publish(others, 9);
    bus.publish(numbers, 2);
    leave();
    bus.publish(numbers, 3);
    expect(received).toEqual([1, 2]);
  });

  it('continues with the other subscribers when one throws, and reports the error', () => {
    const errors: unknown[] = [];
    const bus = createInProcessBus((error, topic) => errors.push([error, topic]));
    const failure = new Error('no');
    const received: number[] = [];
    bus.subscribe(numbers, () => {
      throw failure;
    });
    bus.subscribe(numbers, (n) => received.push(n));
    bus.publish(numbers, 1);
    expect([received, errors]).toEqual([[1], [[failure, 'numbers']]]);
  });
});
