// Tests that both stores of queued steps behave the same, and that the persistent one survives a reload.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openQueueStore } from './indexed-queue-store.ts';
import {
  memoryQueueStore,
  moveQueue,
  type QueueStore,
  StoreClosedError,
  withFallback,
} from './queue-store.ts';
import { bookingView, driver, newStep, queuedPosition, trip } from './testing/queue-builders.ts';

/** The connections that the test has opened. */
let connections: IDBDatabase[] = [];

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  connections = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
    const request = open(...given);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
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

/** Closes the connections as the browser does; with `notifies`, it also dispatches the event. */
function closeConnections(notifies = false): void {
  for (const connection of connections) {
    connection.close();
    if (notifies) connection.dispatchEvent(new IDBVersionChangeEvent('close'));
  }
}
function refuseToOpen(): void {
  vi.mocked(indexedDB.open).mockImplementation(() => {
    throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
  });
}

describe('after the browser has closed the connection', () => {
  it.each([false, true])('opens the database again; the browser notifies: %s', async (notifies) => {
    const store = await openQueueStore();
    await store.addStep(newStep({ key: 'before' }));
    closeConnections(notifies);
    await store.addStep(newStep({ key: 'after' }));
    closeConnections(notifies);
    const [steps, positions] = await Promise.all([store.steps(driver), store.positions(driver)]);
    expect([steps.map(({ key }) => key), positions]).toEqual([['before', 'after'], []]);
    expect(connections).toHaveLength(3);
  });

  it('repeats an operation that was under way, and no other that fails', async () => {
    const store = await openQueueStore();
    await store.addStep(newStep());
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    transaction.mockImplementationOnce(() => {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    });
    expect(await store.steps(driver)).toHaveLength(1);
    transaction.mockImplementationOnce(() => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    });
    await expect(store.steps(driver)).rejects.toThrow('The disk is full');
    expect(connections).toHaveLength(2);
  });

  it('opens it again after other data of the site was deleted', async () => {
    const store = await openQueueStore();
    await store.addStep(newStep({ key: 'deleted' }));
    await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase('kerb-trip-queue');
      request.addEventListener('success', resolve);
      request.addEventListener('error', reject);
    });
    await store.addStep(newStep({ key: 'after' }));
    expect((await store.steps(driver)).map(({ key }) => key)).toEqual(['after']);
  });

  it('rejects as closed when the database cannot be opened again, and opens it later', async () => {
    const store = await openQueueStore();
    closeConnections();
    const open = vi.mocked(indexedDB.open).getMockImplementation();
    refuseToOpen();
    await expect(store.addStep(newStep())).rejects.toThrow(StoreClosedError);
    vi.mocked(indexedDB.open).mockImplementation(open ?? (() => expect.fail('No implementation')));
    expect(await store.steps(driver)).toEqual([]);
  });

  it('goes on in memory with the steps and the trip that were last read', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const memory = memoryQueueStore();
    const disk = await openQueueStore();
    const store = withFallback(disk, memory);
    const sent = await store.addStep(newStep({ key: 'being sent' }));
    await store.addStep(newStep({ key: 'waits' }));
    await store.storeBooking(driver, bookingView());
    await Promise.all([store.steps(driver), store.booking(driver)]);
    closeConnections();
    refuseToOpen();
    const [added] = await Promise.all([
      store.addStep(newStep({ key: 'in memory' })),
      store.positions(driver),
    ]);
    await store.removeSteps([sent.id]);
    expect(added.id).toBeGreaterThan(sent.id);
    const keys = async (of: QueueStore) => (await of.steps(driver)).map(({ key }) => key);
    expect(await keys(store)).toEqual(['being sent', 'waits', 'in memory']);
    expect((await store.booking(driver))?.id).toBe(trip);
    vi.restoreAllMocks();
    const later = await openQueueStore();
    await moveQueue(memory, later, driver);
    expect(await keys(later)).toEqual(['being sent', 'waits', 'in memory']);
  });
});

it('rejects as closed when the browser never answers', async () => {
  vi.useFakeTimers();
  vi.mocked(indexedDB.open).mockImplementation(() => new IDBOpenDBRequest());
  const opening = expect(openQueueStore()).rejects.toThrow(StoreClosedError);
  await vi.advanceTimersByTimeAsync(3_000);
  await opening;
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
