// Tests which notices are marked as read because their booking is on the screen.
import type { NoticeView } from '@kerb/contract';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../lib/store.ts';
import { useReadShown } from './use-read-shown.ts';

const booking = '0190b6a1-7c00-7000-8000-000000000001';
const other = '0190b6a1-7c00-7000-8000-000000000002';

const aNotice = (id: string, change: Partial<NoticeView> = {}): NoticeView => ({
  id,
  kind: 'accepted',
  title: 'Your ride is on its way',
  body: '',
  screen: 'BookedCab',
  params: { bookingId: booking },
  at: 1,
  readAt: null,
  ...change,
});

const sent: unknown[] = [];
let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  sent.length = 0;
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ unread: 0 });
  });
});

function show(notices: readonly NoticeView[], path: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
    </Provider>
  );
  return renderHook((props) => useReadShown(props.notices, 'rider'), { initialProps: { notices }, wrapper });
}

describe('notices that are marked as read', () => {
  it('belong to the booking on the screen, and are marked once each', async () => {
    const first = aNotice('1');
    const { rerender } = show(
      [
        first,
        aNotice('2', { params: { bookingId: other } }),
        aNotice('3', { readAt: 5 }),
        aNotice('4', { screen: 'Wallet', params: {} }),
        aNotice('5', { screen: 'onlineChat' }),
      ],
      `/trip/${booking}`,
    );
    await waitFor(() => expect(sent).toEqual([{ ids: ['1'] }]));
    rerender({ notices: [aNotice('6'), first] });
    await waitFor(() => expect(sent).toEqual([{ ids: ['1'] }, { ids: ['6'] }]));
  });

  it('do not include notices on another screen', async () => {
    show([aNotice('1')], '/bookings');
    await Promise.resolve();
    expect(sent).toEqual([]);
  });

  it('do not include notices in a background window until it is visible', async () => {
    visibility = 'hidden';
    show([aNotice('1')], `/trip/${booking}`);
    await Promise.resolve();
    expect(sent).toEqual([]);
    visibility = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(sent).toEqual([{ ids: ['1'] }]));
  });
});
