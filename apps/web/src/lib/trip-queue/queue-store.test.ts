// Tests that both stores of queued steps behave the same, and that the persistent one survives a reload.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { openQueueStore } from './indexed-queue-store.ts';
import { memoryQueueStore, moveQueue, type QueueStore } from './queue-store.ts';
import { bookingView, driver, newStep, queuedPosition, trip } from './testing/queue-builders.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const stores = [
  { name: 'in IndexedDB', open: openQueueStore },
  { name: 'in memory', open: async () => memoryQueueStore() },
];

describe.each(stores)('the store $name', ({ open }) => {
  it('returns steps in the order they were taken, for each driver apart', async () => {
    const store = await open();
    await store.addStep(newStep({ kind: 'arrive', key: 'one' }));
    await store.addStep(newStep({ driver: 'another' }));
    await store.addStep(newStep({ kind: 'start', key: 'two', otp: '12345' }));
    expect((await store.steps(driver)).map(({ key }) => key)).toEqual(['one', 'two']);
    expect(await store.steps('another')).toHaveLength(1);
  });

  it('retains the bytes of a photo', async () => {
    const store = await open();
    const bytes = new Uint8Array([1, 2, 3]).buffer;
    await store.addStep(newStep({ kind: 'pickup_image', file: { bytes, type: 'image/webp' } }));
    const [step] = await store.steps(driver);
    expect([...new Uint8Array(step?.file?.bytes ?? new ArrayBuffer(0))]).toEqual([1, 2, 3]);
    expect(step?.file?.type).toBe('image/webp');
  });

  it('replaces a step in its place, and does not restore a removed one', async () => {
    const store = await open();
    const first = await store.addStep(newStep({ kind: 'start' }));
    await store.addStep(newStep({ kind: 'reach' }));
    await store.putStep({ ...first, key: 'new' });
    expect((await store.steps(driver)).map(({ key }) => key)).toEqual(['new', 'key']);
    await store.removeSteps([first.id]);
    await store.putStep(first);
    expect((await store.steps(driver)).map(({ kind }) => kind)).toEqual(['reach']);
  });

  it('stores positions in order, and the last known state of the trip', async () => {
    const store = await open();
    for (const at of [1, 2, 3])
      await store.addPosition({ driver, booking: trip, position: queuedPosition(0, at).position });
    const [first] = await store.positions(driver);
    await store.removePositions(first ? [first.id] : []);
    expect((await store.positions(driver)).map(({ position }) => position.at)).toEqual([2, 3]);
    await store.storeBooking(driver, bookingView());
    expect((await store.booking(driver))?.id).toBe(trip);
    await store.storeBooking(driver, null);
    expect(await store.booking(driver)).toBeNull();
  });
});

it('restores everything after the page was closed', async () => {
  const before = await openQueueStore();
  const step = await before.addStep(newStep());
  await before.addPosition({ driver, booking: trip, position: queuedPosition(0, 5).position });
  const after = await openQueueStore();
  expect(await after.steps(driver)).toEqual([step]);
  expect(await after.positions(driver)).toHaveLength(1);
});

it('moves steps from memory behind those on disk, only of their driver and only once', async () => {
  const memory = memoryQueueStore();
  const disk = await openQueueStore();
  await disk.addStep(newStep({ kind: 'arrive', key: 'on the disk' }));
  await memory.addStep(newStep({ kind: 'start', key: 'in memory' }));
  await memory.addStep(newStep({ driver: 'another' }));
  const { id: _, ...position } = queuedPosition(1, 5);
  await memory.addPosition(position);
  await moveQueue(memory, disk, driver);
  await moveQueue(memory, disk, driver);
  expect((await disk.steps(driver)).map(({ key }) => key)).toEqual(['on the disk', 'in memory']);
  expect((await disk.positions(driver)).map((stored) => stored.position.at)).toEqual([5]);
  expect([(await memory.steps(driver)).length, (await memory.steps('another')).length]).toEqual([0, 1]);
});

/** A store whose second call of the named method fails, as on a full disk. */
function failingSecond(store: QueueStore, what: 'addStep' | 'addPosition'): QueueStore {
  let asked = 0;
  const full = () => {
    asked += 1;
    if (asked === 2) throw new DOMException('The disk is full', 'QuotaExceededError');
  };
  return {
    ...store,
    async addStep(step) {
      if (what === 'addStep') full();
      return store.addStep(step);
    },
    async addPosition(position) {
      if (what === 'addPosition') full();
      return store.addPosition(position);
    },
  };
}

describe.each(['addStep', 'addPosition'] as const)('a move that fails at the second %s', (what) => {
  const held = async (store: QueueStore) => ({
    steps: (await store.steps(driver)).map(({ key }) => key),
    positions: (await store.positions(driver)).map(({ position }) => position.at),
  });

  it('retains all in memory and nothing on disk after a failed move, and repeats the move later', async () => {
    const memory = memoryQueueStore();
    const disk = await openQueueStore();
    await disk.addStep(newStep({ kind: 'arrive', key: 'on the disk' }));
    await disk.addPosition({ driver, booking: trip, position: queuedPosition(0, 1).position });
    for (const key of ['first', 'second', 'third']) await memory.addStep(newStep({ key }));
    for (const at of [2, 3, 4])
      await memory.addPosition({ driver, booking: trip, position: queuedPosition(0, at).position });
    await expect(moveQueue(memory, failingSecond(disk, what), driver)).rejects.toThrow('The disk is full');
    expect(await held(memory)).toEqual({ steps: ['first', 'second', 'third'], positions: [2, 3, 4] });
    expect(await held(disk)).toEqual({ steps: ['on the disk'], positions: [1] });
    await moveQueue(memory, disk, driver);
    expect(await held(memory)).toEqual({ steps: [], positions: [] });
    expect(await held(disk)).toEqual({
      steps: ['on the disk', 'first', 'second', 'third'],
      positions: [1, 2, 3, 4],
    });
  });
});

it('reports the error of a move that cannot be rolled back, and loses no step', async () => {
  const memory = memoryQueueStore();
  const disk = await openQueueStore();
  for (const key of ['first', 'second']) await memory.addStep(newStep({ key }));
  const removeSteps = () => Promise.reject(new Error('The disk is gone'));
  await expect(moveQueue(memory, { ...failingSecond(disk, 'addStep'), removeSteps }, driver)).rejects.toThrow(
    'The disk is full',
  );
  expect((await memory.steps(driver)).map(({ key }) => key)).toEqual(['first', 'second']);
});
