// Tests that reasons and car types are shown in the reader's language, while bookings store the default texts.
import { systemReasons } from '@kerb/domain/booking';
import { aCarType } from '@kerb/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n, switchLanguage } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { useCarName } from '../lib/use-car-types.ts';
import { useReasonText } from '../lib/use-reason-text.ts';
import { CancelReasons } from './cancel-reasons.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const economy = aCarType({ translations: { ar: { name: 'اقتصادية' } } });
const calls: string[] = [];
const items = [
  { value: 0, label: 'Plans have changed', translations: { ar: { label: 'تغيّرت الخطط' } } },
  { value: 1, label: 'It rains' },
];

beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string) => {
    const path = new URL(address, 'http://kerb').pathname.replace('/api/v1', '');
    calls.push(path);
    return Response.json({ items: path === '/cartypes' ? [economy] : items });
  });
  await startI18n();
  await loadTexts('bookings');
  await loadTexts('reasons');
});
afterEach(async () => {
  cleanup();
  await switchLanguage('en');
});

function Booking({ reason, carType, name }: { reason: string | null; carType: string; name: string }) {
  const carName = useCarName();
  return (
    <p>
      {carName({ carType, carTypeName: name })}: {useReasonText(reason)}
    </p>
  );
}

const show = (content: ReactNode) => render(<Provider store={store}>{content}</Provider>);

it('shows a reason in the reader’s language, and sends the default text', async () => {
  await switchLanguage('ar');
  const onChange = vi.fn();
  show(<CancelReasons reason="" onChange={onChange} />);
  fireEvent.click(await screen.findByRole('radio', { name: 'تغيّرت الخطط' }));
  expect(onChange).toHaveBeenCalledWith('Plans have changed');
  screen.getByRole('radio', { name: 'It rains' });
});

it('translates a reason that the server wrote into every language', async () => {
  const written: [language: string, noDriver: string][] = [
    ['en', 'No driver was found'],
    ['es', 'No encontramos conductor'],
    ['ar', 'لم نجد سائقًا'],
  ];
  for (const [language, noDriver] of written) {
    await switchLanguage(language);
    const { unmount } = show(
      Object.values(systemReasons).map((reason) => (
        <Booking key={reason} reason={reason} carType="gone" name={reason} />
      )),
    );
    await screen.findByText(`${systemReasons.no_driver}: ${noDriver}`);
    for (const reason of Object.values(systemReasons))
      expect(screen.queryByText(`${reason}: ${reason}`)).toBeNull();
    expect(screen.queryByText(/reason_/)).toBeNull();
    unmount();
  }
});

it('loads the car types once for a list of bookings, and shows the stored name of removed ones', async () => {
  show(
    <>
      <Booking reason="Plans have changed" carType={economy.id} name="Economy at first" />
      <Booking reason="It rains" carType={economy.id} name="Economy" />
      <Booking reason="Words of another day" carType="gone" name="Limousine" />
      <Booking reason={null} carType="gone" name="Rickshaw" />
    </>,
  );
  // In the default language a booking shows the name that the car type had at the time.
  await screen.findByText('Economy at first: Plans have changed');
  await switchLanguage('ar');
  await screen.findByText('اقتصادية: تغيّرت الخطط');
  screen.getByText('اقتصادية: It rains');
  screen.getByText('Limousine: Words of another day');
  screen.getByText('Rickshaw:');
  expect(calls.filter((path) => path === '/cartypes')).toHaveLength(1);
});
