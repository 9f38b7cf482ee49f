// Tests that a dialog whose code does not load leaves the screen, and is loaded again at the next opening.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { type DialogCode, dialogCode, LazyDialog } from './lazy-dialog.tsx';

beforeAll(async () => {
  await startI18n();
  await loadTexts('errors');
});

interface Props {
  readonly open: boolean;
  readonly onClose: () => void;
}
const Question: ComponentType<Props> = ({ open }) => (open ? <p role="dialog">Cancel the ride?</p> : null);
let isOffline = true;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
let attempts = 0;
function questionCode(options: { onlyWhenOpened?: boolean } = {}): DialogCode<Props> {
  attempts = 0;
  return dialogCode<Props>({
    load: async () => {
      attempts += 1;
      if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
      return Question;
    },
    isOpen: ({ open }) => open,
    close: ({ onClose }) => onClose(),
    ...options,
  });
}

function BookingScreen({ code }: { code: DialogCode<Props> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <button type="button" aria-pressed={isOpen} onClick={() => setOpen(true)}>
        Cancel booking
      </button>
      <LazyDialog code={code} props={{ open: isOpen, onClose: () => setOpen(false) }} />
    </main>
  );
}

beforeEach(() => {
  isOffline = true;
});

it('shows a notice when its code does not load, and loads again at “Try again”', async () => {
  render(<BookingScreen code={questionCode()} />);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
  await screen.findByText(/^No connection/);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(attempts).toBe(2));
  await screen.findByText(/^No connection/);
  isOffline = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect((await screen.findByRole('dialog')).textContent).toBe('Cancel the ride?');
  expect(screen.queryByText(/^No connection/)).toBeNull();
});

it('closes with the notice, and loads again at the next opening', async () => {
  render(<BookingScreen code={questionCode()} />);
  const button = screen.getByRole('button', { name: 'Cancel booking' });
  fireEvent.click(button);
  await screen.findByText(/^No connection/);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
  isOffline = false;
  fireEvent.click(button);
  expect((await screen.findByRole('dialog')).textContent).toBe('Cancel the ride?');
});

it('loads its code at an idle moment, or only when it is opened', () => {
  vi.stubGlobal('requestIdleCallback', (load: () => void) => {
    load();
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  render(<BookingScreen code={questionCode({ onlyWhenOpened: true })} />);
  expect(attempts).toBe(0);
  render(<BookingScreen code={questionCode()} />);
  expect(attempts).toBe(1);
});
