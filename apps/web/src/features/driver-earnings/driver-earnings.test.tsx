// Tests which rows of the driver earnings link to a statement.
import type { DriverEarningRow } from '@kerb/contract';
import { render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { DriverEarnings } from './driver-earnings.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
// The chart library needs a layout, which jsdom does not compute.
vi.mock('../../ui/reports/report-chart.tsx', () => ({ ReportChart: () => null }));

const rowOf = (driverName: string, hasStatement?: boolean): DriverEarningRow => ({
  year: 2026,
  month: 3,
  monthsName: 'March',
  uid: driverName,
  driverName,
  driverVehicleNo: 'SBA 1234',
  fleet: 'Flora Paz',
  total_rides: 2,
  driverShare: 15,
  ...(hasStatement === undefined ? {} : { hasStatement }),
});
const items = [rowOf('Present', true), rowOf('Former', false), rowOf('Older')];

beforeAll(async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal('fetch', async (address: string) =>
    Response.json(
      new URL(address, 'http://kerb').pathname.endsWith('/reports/driver-earnings')
        ? { items, total: { total_rides: 6, driverShare: 45 } }
        : { items: [] },
    ),
  );
  await startI18n();
  await loadTexts('reports');
});

it('a driver whose statement the user may not read has no button; rows of an older server have one', async () => {
  render(
    <Provider store={store}>
      <DriverEarnings ofAllFleets={false} onStatement={() => undefined} />
    </Provider>,
  );
  const buttons = await screen.findAllByRole('button', { name: /statement/i });
  const names = buttons.map((button) => button.getAttribute('aria-label'));
  expect(names).toEqual([expect.stringContaining('Present'), expect.stringContaining('Older')]);
});
