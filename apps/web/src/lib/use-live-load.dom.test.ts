// Tests that the hook loads on mount and after a reconnection, and shows only the latest response.
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLiveLoad } from './use-live-load.ts';

const connection = vi.hoisted(() => ({ state: 'open' }));
vi.mock('./live.ts', () => ({ useLiveState: () => connection.state }));
afterEach(() => {
  cleanup();
  connection.state = 'open';
});

/** A server whose responses the test sends one by one, and the responses that the screen has shown. */
function createServer() {
  const open: { answer: (value: string) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<string>((resolve, reject) => {
      open.push({ answer: resolve, fail: reject });
    });
  return { open, read, show: vi.fn<(value: string) => void>() };
}

it('loads once on mount while the connection is open', async () => {
  const { open, read, show } = createServer();
  renderHook(() => useLiveLoad(read, show));
  expect(open).toHaveLength(1);
  await act(async () => open[0]?.answer('first'));
  expect(show.mock.calls).toEqual([['first']]);
});

it('loads again when the connection is restored, and drops the superseded response', async () => {
  const { open, read, show } = createServer();
  const { rerender } = renderHook(() => useLiveLoad(read, show));
  connection.state = 'closed';
  rerender();
  connection.state = 'open';
  rerender();
  expect(open).toHaveLength(2);
  await act(async () => open[1]?.answer('second'));
  await act(async () => open[0]?.answer('first'));
  expect(show.mock.calls).toEqual([['second']]);
});

it('drops a late response to another query', async () => {
  const { open, read, show } = createServer();
  const { rerender } = renderHook((props) => useLiveLoad(props.read, show), { initialProps: { read } });
  rerender({ read: () => read() });
  await act(async () => open[0]?.answer('of the question before'));
  expect(show).not.toHaveBeenCalled();
  await act(async () => open[1]?.answer('second'));
  expect(show.mock.calls).toEqual([['second']]);
});

it('reports an error until a later load succeeds', async () => {
  const { open, read, show } = createServer();
  const { result } = renderHook(() => useLiveLoad(read, show));
  await act(async () => open[0]?.fail(new Error('offline')));
  expect(result.current.problem).toEqual(new Error('offline'));
  act(() => result.current.load());
  await act(async () => open[1]?.answer('second'));
  await waitFor(() => expect(result.current.problem).toBeNull());
});
