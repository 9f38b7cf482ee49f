// Tests that a dialog whose code does not load leaves the screen, and is loaded again at the next opening.
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { dialogCode, LazyDialog } from './lazy-dialog.tsx';

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
const code = dialogCode<Props>({
  load: async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return Question;
  },
  isOpen: ({ open }) => open,
  close: ({ onClose }) => onClose(),
});

function BookingScreen() {
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

it('shows a notice when its code does not load, and opens once the network is back', async () => {
  render(<BookingScreen />);
  const button = screen.getByRole('button', { name: 'Cancel booking' });
  fireEvent.click(button);
  await screen.findByText(/^No connection/);
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
  isOffline = false;
  fireEvent.click(button);
  expect((await screen.findByRole('dialog')).textContent).toBe('Cancel the ride?');
});
