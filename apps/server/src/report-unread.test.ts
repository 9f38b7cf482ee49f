// Tests that each unreadable message of another server is counted, and that the log is not flooded.
import { expect, it, vi } from 'vitest';
import { createMetrics } from './kit/observe/metrics.ts';
import { reportUnread } from './report-unread.ts';

it('counts every message, and logs one per reason and minute', async () => {
  let now = 0;
  const warn = vi.fn();
  const metrics = createMetrics();
  const onUnread = reportUnread({ logger: { warn }, metrics, now: () => now });
  for (let index = 0; index < 1_000; index += 1) onUnread('invalid', new Error('no'));
  onUnread('unknown', new Error('no'));
  expect(warn).toHaveBeenCalledTimes(2);
  now = 59_999;
  onUnread('invalid', new Error('no'));
  expect(warn).toHaveBeenCalledTimes(2);
  now = 60_000;
  onUnread('invalid', new Error('no'));
  expect(warn).toHaveBeenCalledTimes(3);
  const text = await metrics.registry.metrics();
  expect(text).toContain('kerb_server_messages_unread_total{reason="invalid"} 1002');
  expect(text).toContain('kerb_server_messages_unread_total{reason="unknown"} 1');
});
