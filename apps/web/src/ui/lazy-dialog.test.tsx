// Tests that a dialog whose code does not load leaves the screen, and is loaded again at the next opening, or with the
// page after a release.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { markUnsaved } from '../lib/unsaved-input.ts';
import { type DialogCode, dialogCode, LazyDialog } from './lazy-dialog.tsx';

const reloadPage = vi.hoisted(() => vi.fn());
vi.mock('../lib/load-screen.ts', async (importOriginal) => {
  const { loadScreen } = await importOriginal<typeof import('../lib/load-screen.ts')>();
  return { reloadPage, loadScreen: (load: () => Promise<unknown>) => loadScreen(load, reloadPage) };
});

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
/** A release has replaced the file. */
let isReplaced = false;
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
let attempts = 0;
function questionCode(options: { onlyWhenOpened?: boolean } = {}): DialogCode<Props> {
  attempts = 0;
  return dialogCode<Props>({
    load: async () => {
      attempts += 1;
      if (isOffline || isReplaced) throw new TypeError('Failed to fetch dynamically imported module');
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

const openDialog = () => fireEvent.click(screen.getByRole('button', { name: 'Cancel booking' }));
const idleAtOnce = () => {
  vi.stubGlobal('requestIdleCallback', (load: () => void) => {
    load();
    return 1;
  });
  vi.stubGlobal('cancelIdleCallback', () => undefined);
};

beforeEach(() => {
  isOffline = true;
  isReplaced = false;
  reloadPage.mockReset();
  sessionStorage.clear();
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => !isOffline);
});

it('shows a notice when its code does not load, and loads again at “Try again”', async () => {
  render(<BookingScreen code={questionCode()} />);
  openDialog();
  await screen.findByText(/^No connection/);
  const before = attempts;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(attempts).toBeGreaterThan(before));
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
  idleAtOnce();
  render(<BookingScreen code={questionCode({ onlyWhenOpened: true })} />);
  expect(attempts).toBe(0);
  render(<BookingScreen code={questionCode()} />);
  expect(attempts).toBe(1);
});

describe('when a release has replaced the file', () => {
  beforeEach(() => {
    isOffline = false;
    isReplaced = true;
  });

  it('reloads the page when the dialog is opened, and not at an idle moment', async () => {
    idleAtOnce();
    render(<BookingScreen code={questionCode()} />);
    await waitFor(() => expect(attempts).toBe(1));
    expect(reloadPage).not.toHaveBeenCalled();
    openDialog();
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('offers the reload while the screen has unsaved input', async () => {
    const unmark = markUnsaved();
    render(<BookingScreen code={questionCode()} />);
    openDialog();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Something went wrong/);
    expect(reloadPage).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Reload the page' }));
    expect(reloadPage).toHaveBeenCalledOnce();
    unmark();
  });
});
