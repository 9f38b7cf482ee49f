// Tests which events open, resume, synchronise and close a tab's queue.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

interface Info {
  id: string;
  usertype: string;
}
interface MadeQueue {
  driver: string;
  store: unknown;
  notifyTabs: () => void;
  onBooking: (booking: { id: string }) => void;
  alone: (run: () => Promise<void>) => Promise<void>;
  send: ReturnType<typeof vi.fn>;
  refresh: ReturnType<typeof vi.fn>;
  stop: ReturnType<typeof vi.fn>;
}

const fake = vi.hoisted(() => ({
  info: null as Info | null,
  settings: { id: 'settings' } as unknown,
  followers: new Set<() => void>(),
  live: new Set<(state: string) => void>(),
  dispatched: [] as string[],
  made: [] as MadeQueue[],
  stored: [] as unknown[],
  unfollowed: [] as string[],
  opening: async (): Promise<unknown> => 'on the disk',
  memories: 0,
  moved: [] as unknown[][],
  clients: [] as string[],
}));

vi.mock('@kerb/sdk/client', () => ({ randomKey: () => 'a key' }));
vi.mock('@kerb/sdk/store', () => ({
  fetchBookings: () => 'bookings',
  refreshSettings: () => 'settings',
}));
vi.mock('../store.ts', () => ({
  refreshUser: async () => void fake.dispatched.push('user'),
  store: {
    subscribe: (listener: () => void) => fake.followers.add(listener),
    getState: () => ({ auth: { info: fake.info }, settingsdata: { settings: fake.settings } }),
    dispatch: (action: string) => fake.dispatched.push(action),
  },
}));
vi.mock('../live.ts', () => ({
  live: { onState: (listener: (state: string) => void) => fake.live.add(listener) },
}));
vi.mock('./follow-own-trip.ts', () => ({
  followOwnTrip: (_queue: unknown, driver: string) => () => fake.unfollowed.push(driver),
}));
vi.mock('./indexed-queue-store.ts', () => ({ openQueueStore: () => fake.opening() }));
vi.mock('./queue-store.ts', () => ({
  memoryQueueStore: () => {
    fake.memories += 1;
    return 'in memory';
  },
  moveQueue: async (...given: unknown[]) => void fake.moved.push(given),
  withFallback: (...stores: string[]) => stores.join(', else '),
}));
vi.mock('./last-answers.ts', () => ({ storeLastAnswers: (answers: unknown) => fake.stored.push(answers) }));
vi.mock('./send-queued-step.ts', () => ({
  sendQueuedStep: async () => undefined,
  queueClientOf: (driver: string) => {
    fake.clients.push(driver);
    return { getSession: async () => undefined };
  },
}));
vi.mock('./trip-queue.ts', () => ({
  createTripQueue: (given: Omit<MadeQueue, 'send' | 'refresh' | 'stop'>) => {
    const calls = {
      send: vi.fn(async () => undefined),
      refresh: vi.fn(async () => undefined),
      stop: vi.fn(),
    };
    const queue = { ...given, ...calls, subscribe: () => () => undefined, state: () => `of ${given.driver}` };
    fake.made.push(queue);
    return queue;
  },
}));

const ana = { id: 'ana', usertype: 'driver' };
const leo = { id: 'leo', usertype: 'driver' };
const settle = () => vi.waitFor(() => expect(fake.made.at(-1)?.send).toHaveBeenCalled());
function signIn(info: Info | null): void {
  fake.info = info;
  for (const follower of fake.followers) follower();
}
async function start(info: Info | null) {
  fake.info = info;
  return (await import('./app-queue.ts')).appQueue;
}

beforeEach(() => {
  vi.resetModules();
  for (const set of [fake.followers, fake.live]) set.clear();
  for (const list of [fake.dispatched, fake.made, fake.stored, fake.unfollowed, fake.moved, fake.clients])
    list.splice(0);
  fake.memories = 0;
  fake.opening = async () => 'on the disk';
});
afterEach(() => {
  // The module's listeners stay registered after the test; signing out makes them inactive.
  signIn(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the queue of a tab', () => {
  it('exists only for a driver, and is read and sent as soon as it is open', async () => {
    const appQueue = await start({ id: 'rita', usertype: 'rider' });
    expect([appQueue.queue(), fake.made, appQueue.state().steps]).toEqual([null, [], null]);
    const listener = vi.fn();
    appQueue.subscribe(listener);
    signIn(ana);
    await settle();
    const [queue] = fake.made;
    expect(queue).toMatchObject({ driver: 'ana', store: 'on the disk, else in memory' });
    expect(queue?.refresh).toHaveBeenCalledBefore(queue?.send ?? vi.fn());
    expect([appQueue.state(), listener.mock.calls.length > 0]).toEqual(['of ana', true]);
    // A new record of the same user does not open a new queue.
    signIn({ ...ana });
    expect(fake.made).toHaveLength(1);
  });

  it('sends at once when the network, the tab or the live connection is back', async () => {
    await start(ana);
    await settle();
    const send = fake.made[0]?.send ?? vi.fn();
    const times = () => send.mock.calls.splice(0).length;
    times();
    window.dispatchEvent(new Event('online'));
    expect(times()).toBe(1);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(times()).toBe(0);
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    expect(times()).toBe(1);
    for (const listener of fake.live) listener('closed');
    expect([times(), fake.dispatched]).toEqual([0, []]);
    for (const listener of fake.live) listener('open');
    expect([times(), fake.dispatched]).toEqual([1, ['user', 'settings']]);
  });

  it('is closed with the session: no step of one driver is sent for the next', async () => {
    const appQueue = await start(ana);
    await settle();
    signIn(leo);
    await vi.waitFor(() => expect(appQueue.state()).toBe('of leo'));
    expect(fake.made[0]?.stop).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(fake.made[1]?.send).toHaveBeenCalled());
    expect(fake.unfollowed).toEqual(['ana']);
    signIn(null);
    expect([appQueue.queue(), fake.unfollowed]).toEqual([null, ['ana', 'leo']]);
    fake.made[1]?.send.mockClear();
    window.dispatchEvent(new Event('online'));
    expect(fake.made[1]?.send).not.toHaveBeenCalled();
  });

  it('sends the id of its driver, and recovers steps held in memory when the session ended', async () => {
    fake.opening = async () => Promise.reject(new Error('private window'));
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await start(ana);
    await settle();
    signIn(null);
    fake.opening = async () => 'on the disk';
    signIn(ana);
    await vi.waitFor(() => expect(fake.made[1]?.send).toHaveBeenCalled());
    expect([fake.memories, fake.clients]).toEqual([1, ['ana', 'ana']]);
    expect(fake.moved).toEqual([['in memory', 'on the disk', 'ana']]);
  });

  it('is closed without a read when its driver has signed out before it opens', async () => {
    let open: (store: string) => void = () => undefined;
    fake.opening = () =>
      new Promise((resolve) => {
        open = resolve;
      });
    const appQueue = await start(ana);
    signIn(null);
    open('on the disk');
    await vi.waitFor(() => expect(fake.made[0]?.stop).toHaveBeenCalledOnce());
    expect([appQueue.queue(), fake.made[0]?.refresh.mock.calls]).toEqual([null, []]);
  });

  it('goes on in memory where the browser’s storage refuses', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    fake.opening = async () => Promise.reject(new Error('private window'));
    await start(ana);
    await settle();
    expect(fake.made[0]?.store).toBe('in memory');
  });

  it('publishes the state of a trip to listeners, and reloads the lists', async () => {
    const appQueue = await start(ana);
    await settle();
    const listener = vi.fn();
    const unlisten = appQueue.onBooking(listener);
    fake.made[0]?.onBooking({ id: 'b1' });
    expect([listener.mock.calls, fake.dispatched]).toEqual([[[{ id: 'b1' }]], ['bookings', 'user']]);
    unlisten();
    fake.made[0]?.onBooking({ id: 'b2' });
    expect(listener).toHaveBeenCalledOnce();
  });

  it('stores the last responses of a driver once, and deletes them at sign-out', async () => {
    await start(ana);
    await settle();
    expect(fake.stored).toEqual([{ user: ana, settings: fake.settings }]);
    signIn(ana);
    expect(fake.stored).toHaveLength(1);
    signIn(null);
    expect(fake.stored.at(-1)).toBeNull();
  });
});

it('receives messages only from other tabs of the same driver', async () => {
  await start(ana);
  await settle();
  const [queue] = fake.made;
  queue?.refresh.mockClear();
  const otherTab = new BroadcastChannel('kerb-trip-queue');
  otherTab.postMessage('leo');
  otherTab.postMessage('ana');
  await vi.waitFor(() => expect(queue?.refresh).toHaveBeenCalled());
  expect(queue?.refresh).toHaveBeenCalledOnce();
  const received = new Promise((resolve) =>
    otherTab.addEventListener('message', ({ data }) => resolve(data)),
  );
  queue?.notifyTabs();
  expect(await received).toBe('ana');
  otherTab.close();
});
