// Tests the comparison of a socket's events with the outbox, and the count of connections in a second.
import { describe, expect, it } from 'vitest';
import { eventsByTopic, judgeReceived } from './judge-events.ts';
import { maxWithinSecond } from './watchers.ts';

const events = eventsByTopic([
  { position: 1, topics: ['mine'] },
  { position: 2, topics: ['mine', 'others'] },
  { position: 3, topics: ['others'] },
  { position: 4, topics: ['mine'] },
  { position: 5, topics: ['mine'] },
]);
const judge = (seqs: readonly number[], since: number | null) =>
  judgeReceived({ what: 'rider me', internal: 'mine', seqs, since }, events);

describe('a topic', () => {
  it.each([
    ['of the start that has all', [2, 4, 5], 1],
    ['of the start without events', [], 5],
    ['of later that has all from its first one on', [2, 4], null],
    ['of later without events', [], null],
  ])('%s is right', (_, seqs, since) => {
    expect(judge(seqs, since)).toEqual([]);
  });

  it.each([
    ['an event is missing', [2, 5], 1],
    ['an event is missing', [], 1],
    ['an event is missing', [2, 4], 1],
    ['an event is missing', [2, 5], null],
    ['an event arrived twice', [2, 4, 4, 5], 1],
    ['events arrived in another order', [4, 2, 5], 1],
    ['an event arrived that is not of this topic', [2, 3, 4, 5], 1],
  ])('%s: %j after %j', (sentence, seqs, since) => {
    expect(judge(seqs, since)).toEqual([`rider me: ${sentence}`]);
  });
});

it('the most sockets in a second are counted over any interval of one second', () => {
  expect(maxWithinSecond([])).toBe(0);
  expect(maxWithinSecond([1_900, 0, 900, 1_000, 1_899])).toBe(3);
});
