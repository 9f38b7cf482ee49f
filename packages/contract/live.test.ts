// Tests which topics a client may subscribe to: known names, with ids that are valid UUIDs.
import { expect, it } from 'vitest';
import { liveClientMessage, liveObjectTopicNames } from './live.ts';

const isAccepted = (message: object) => liveClientMessage.safeParse(message).success;
const id = '0199b0c5-6b3e-7d31-9d8e-5f2a3c4b1d0e';

it.each(liveObjectTopicNames)('takes %s with a UUID and with nothing else', (name) => {
  const subscribes = (topic: string) =>
    isAccepted({ type: 'subscribe', topics: [topic] }) &&
    isAccepted({ type: 'unsubscribe', topics: [topic] });
  expect(subscribes(`${name}:${id}`)).toBe(true);
  for (const other of [
    '0'.repeat(36),
    '-'.repeat(36),
    id.replaceAll('-', '0'),
    `${id}0`,
    id.toUpperCase(),
    '',
  ])
    expect(subscribes(`${name}:${other}`), other).toBe(false);
});

it('accepts a shown offer only with a UUID', () => {
  expect(isAccepted({ type: 'offer-shown', booking: id })).toBe(true);
  expect(isAccepted({ type: 'offer-shown', booking: '0'.repeat(36) })).toBe(false);
  expect(isAccepted({ type: 'offer-shown' })).toBe(false);
});

it('accepts a typing indicator only with the UUID of a chat', () => {
  expect(isAccepted({ type: 'typing', topic: `chat:${id}` })).toBe(true);
  expect(isAccepted({ type: 'typing', topic: `chat:${'0'.repeat(36)}` })).toBe(false);
  expect(isAccepted({ type: 'typing', topic: `booking:${id}` })).toBe(false);
});
