// Tests the routing queue: the order of calls, rejections, and that no lane blocks another.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RoutingLane, RoutingOptions } from '../../ports/routing-lanes.ts';
import { createRoutingQueue, type RoutingObserver, type RoutingQueueLimits } from './routing-queue.ts';

const limits: RoutingQueueLimits = {
  slots: 2,
  waitingPerLane: 5,
  waitingPerCaller: 3,
  maxWaitMs: 1000,
};

/** A queue whose tasks end when the test ends them. */
function createBench(given: Partial<RoutingQueueLimits> = {}, observer?: RoutingObserver) {
  const clock = { ms: 0 };
  const queue = createRoutingQueue({ ...limits, ...given }, observer, () => clock.ms);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = (name: string, options: RoutingOptions) =>
    queue
      .run(options, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      })
      .then(
        () => 'done',
        (error: { code?: string }) => error.code,
      );
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await settle();
  };
  return { clock, queue, started, call, settle, end };
}

const inLane = (lane: RoutingLane, caller?: string): RoutingOptions => ({ lane, caller });

describe('a free slot', () => {
  it('goes to dispatch, estimates and settlement before previews, and to previews before other lanes', async () => {
    const bench = createBench({ slots: 2 });
    void bench.call('running 1', inLane('estimates'));
    void bench.call('running 2', inLane('estimates'));
    void bench.call('other', inLane('other'));
    void bench.call('preview', inLane('previews'));
    void bench.call('settlement', inLane('settlement'));
    void bench.call('dispatch', inLane('dispatch'));
    await bench.settle();
    for (const name of ['running 1', 'running 2', 'settlement', 'dispatch', 'preview']) await bench.end(name);
    expect(bench.started.slice(2)).toEqual(['settlement', 'dispatch', 'preview', 'other']);
  });

  it('goes to the callers of a lane in turn, however many calls one of them has queued', async () => {
    const bench = createBench();
    void bench.call('running 1', inLane('estimates', 'x'));
    void bench.call('running 2', inLane('estimates', 'y'));
    for (const nth of [1, 2, 3]) void bench.call(`greedy ${nth}`, inLane('estimates', 'greedy'));
    void bench.call('modest', inLane('estimates', 'modest'));
    await bench.settle();
    await bench.end('running 1');
    await bench.end('running 2');
    expect(bench.started.slice(2)).toEqual(['greedy 1', 'modest']);
  });

  it('skips a caller that already has a call running', async () => {
    const bench = createBench();
    void bench.call('long', inLane('estimates', 'greedy'));
    void bench.call('waits', inLane('estimates', 'greedy'));
    void bench.call('modest', inLane('estimates', 'modest'));
    await bench.settle();
    expect(bench.started).toEqual(['long', 'modest']);
    await bench.end('long');
    expect(bench.started).toEqual(['long', 'modest', 'waits']);
  });

  it('goes to the last lane after three previews in a row', async () => {
    const bench = createBench();
    void bench.call('running', inLane('previews'));
    await bench.settle();
    for (const nth of [1, 2, 3, 4]) void bench.call(`preview ${nth}`, inLane('previews'));
    void bench.call('other', inLane('other'));
    await bench.settle();
    for (const name of ['running', 'preview 1', 'preview 2', 'other', 'preview 3']) await bench.end(name);
    expect(bench.started).toEqual(['running', 'preview 1', 'preview 2', 'other', 'preview 3', 'preview 4']);
  });

  it('becomes free again when a call fails', async () => {
    const bench = createBench();
    const failed = bench.queue.run(inLane('other'), () => Promise.reject(new Error('No path')));
    await expect(failed).rejects.toThrow('No path');
    void bench.call('next', inLane('other'));
    await bench.settle();
    expect(bench.started).toEqual(['next']);
  });
});

describe('the reserved slot', () => {
  it('stays free for the first rank while lower lanes are full', async () => {
    const bench = createBench();
    for (const nth of [1, 2, 3]) void bench.call(`other ${nth}`, inLane('other'));
    for (const nth of [1, 2]) void bench.call(`preview ${nth}`, inLane('previews'));
    await bench.settle();
    expect(bench.started).toEqual(['other 1']);
    void bench.call('estimate', inLane('estimates'));
    await bench.settle();
    expect(bench.started).toEqual(['other 1', 'estimate']);
  });

  it('leaves calls within the slots, and lower lanes out of one of them, for any order of arrival', async () => {
    const lane = fc.constantFrom<RoutingLane>('dispatch', 'estimates', 'settlement', 'previews', 'other');
    await fc.assert(
      fc.asyncProperty(
        fc.array(lane, { maxLength: 40 }),
        fc.integer({ min: 2, max: 4 }),
        async (lanes, slots) => {
          const bench = createBench({ slots, waitingPerLane: 100 });
          const running = { all: 0, lower: 0 };
          const most = { all: 0, lower: 0 };
          const calls = lanes.map((one) =>
            bench.queue.run(inLane(one), async () => {
              const isLower = one === 'previews' || one === 'other' ? 1 : 0;
              running.all += 1;
              running.lower += isLower;
              most.all = Math.max(most.all, running.all);
              most.lower = Math.max(most.lower, running.lower);
              await Promise.resolve();
              running.all -= 1;
              running.lower -= isLower;
            }),
          );
          await Promise.all(calls);
          expect(most.all).toBeLessThanOrEqual(slots);
          expect(most.lower).toBeLessThanOrEqual(slots - 1);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('needs a queue of at least two slots', () => {
    expect(() => createRoutingQueue({ ...limits, slots: 1 })).toThrow(/two slots/);
  });
});

describe('a full queue', () => {
  it('rejects a call beyond the limit of its lane with overloaded; other lanes still accept calls', async () => {
    const bench = createBench();
    for (let nth = 0; nth < 6; nth += 1) void bench.call(`other ${nth}`, inLane('other'));
    expect(await bench.call('too many', inLane('other'))).toBe('overloaded');
    void bench.call('estimate', inLane('estimates'));
    await bench.settle();
    expect(bench.started).toContain('estimate');
    expect(bench.started).not.toContain('too many');
  });

  it('reaches the limit of one caller before the limit of the lane', async () => {
    const bench = createBench();
    for (let nth = 0; nth < 4; nth += 1) void bench.call(`greedy ${nth}`, inLane('other', 'greedy'));
    expect(await bench.call('greedy 4', inLane('other', 'greedy'))).toBe('overloaded');
    const modest = bench.call('modest', inLane('other', 'modest'));
    await bench.settle();
    await bench.end('greedy 0');
    await bench.end('modest');
    await bench.end('greedy 1');
    await bench.end('modest');
    expect(await modest).toBe('done');
  });

  it('rejects a call that has waited too long instead of computing it', async () => {
    const bench = createBench();
    void bench.call('running', inLane('other'));
    const late = bench.call('late', inLane('other'));
    await bench.settle();
    bench.clock.ms = 1001;
    await bench.end('running');
    expect(await late).toBe('overloaded');
    expect(bench.started).toEqual(['running']);
  });
});

it('reports depth, waiting time and rejections of each lane', async () => {
  const seen: unknown[] = [];
  const bench = createBench(
    { waitingPerLane: 1 },
    {
      started: (lane, seconds) => seen.push(['started', lane, seconds]),
      refused: (lane) => seen.push(['refused', lane]),
      waiting: (lane, count) => seen.push(['waiting', lane, count]),
    },
  );
  void bench.call('running', inLane('other'));
  await bench.settle();
  void bench.call('waits', inLane('other'));
  await bench.call('refused', inLane('other'));
  bench.clock.ms = 500;
  await bench.end('running');
  expect(seen).toEqual([
    ['waiting', 'other', 1],
    ['waiting', 'other', 0],
    ['started', 'other', 0],
    ['waiting', 'other', 1],
    ['refused', 'other'],
    ['waiting', 'other', 0],
    ['started', 'other', 0.5],
  ]);
});
