// Tests that a gauge which cannot be read, because the database is unavailable or silent, does not delay the others.
import { expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';

it('a gauge that cannot be read is NaN, and the others are exported', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const metrics = createMetrics();
    metrics.observe('kerb_refused', 'Of a database that is away', () => Promise.reject(new Error('away')));
    metrics.observe('kerb_silent', 'Of a database that is silent', () => new Promise(() => undefined));
    metrics.observe('kerb_known', 'Of this program', async () => 3);
    const reading = metrics.registry.metrics();
    await vi.advanceTimersByTimeAsync(2_000);
    const lines = (await reading).split('\n');
    expect(lines).toEqual(expect.arrayContaining(['kerb_refused Nan', 'kerb_silent Nan', 'kerb_known 3']));
  } finally {
    vi.useRealTimers();
  }
});
