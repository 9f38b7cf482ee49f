// Tests that a close request of the browser, such as Android's Back gesture, closes the innermost dialog, drawer, menu or
// other layer.
import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeLayersOnRequest } from './close-requests.ts';
import { useLayer } from './layers.ts';
import { KerbThemeProvider } from './theme-provider.tsx';

/** Stands in for the browser's close watchers, of which jsdom has none. */
class TestCloseWatcher extends EventTarget {
  static active: TestCloseWatcher[] = [];
  constructor() {
    super();
    TestCloseWatcher.active.push(this);
  }
  destroy(): void {
    TestCloseWatcher.active = TestCloseWatcher.active.filter((watcher) => watcher !== this);
  }
}

/** Presses Back; returns whether the browser leaves the page, because nothing can be closed. */
function pressBack(): boolean {
  const watcher = TestCloseWatcher.active.at(-1);
  act(() => {
    watcher?.destroy();
    watcher?.dispatchEvent(new Event('close'));
  });
  return watcher === undefined;
}

/** Presses Escape, which is a key event first and then also a close request. */
function pressEscape(): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  pressBack();
}

interface LayerProps {
  readonly name: string;
  readonly onClose?: () => void;
  readonly children?: ReactNode;
}
type Layer = (props: LayerProps) => ReactNode;

const DialogLayer: Layer = ({ name, onClose, children }) => (
  <Dialog open onClose={onClose} slotProps={{ paper: { 'aria-label': name } }}>
    <input aria-label={`Text of ${name}`} />
    {children}
  </Dialog>
);
const DrawerLayer: Layer = ({ name, onClose }) => (
  <Drawer open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-label': name } }} />
);
const MenuLayer: Layer = ({ name, onClose }) => (
  <Menu
    open
    anchorEl={document.body}
    onClose={onClose}
    slotProps={{ paper: { role: 'dialog', 'aria-label': name } }}
  >
    <MenuItem>Help</MenuItem>
  </Menu>
);

function Layers({ Inner, refuses = false }: { Inner: Layer; refuses?: boolean }) {
  const [open, setOpen] = useState(2);
  return (
    <KerbThemeProvider>
      {open > 0 && (
        <DialogLayer name="outer" onClose={() => setOpen(0)}>
          {open > 1 && <Inner name="inner" onClose={refuses ? undefined : () => setOpen(1)} />}
        </DialogLayer>
      )}
    </KerbThemeProvider>
  );
}

const openNames = () =>
  screen.queryAllByRole('dialog', { hidden: true }).map((dialog) => dialog.getAttribute('aria-label'));
const inner: [string, Layer][] = [
  ['a dialog', DialogLayer],
  ['a drawer', DrawerLayer],
  ['a menu', MenuLayer],
];

let stop = (): void => undefined;
beforeEach(() => {
  TestCloseWatcher.active = [];
  vi.stubGlobal('CloseWatcher', TestCloseWatcher);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

describe.each(inner)('over a dialog, %s', (_, Inner) => {
  async function show(): Promise<void> {
    stop = closeLayersOnRequest();
    render(<Layers Inner={Inner} />);
    expect(openNames()).toEqual(['outer', 'inner']);
    await waitFor(() => expect(TestCloseWatcher.active).toHaveLength(1));
  }

  it('is closed by Back first, then the dialog, and then Back leaves the page', async () => {
    await show();
    expect(pressBack()).toBe(false);
    expect(openNames()).toEqual(['outer']);
    await waitFor(() => expect(TestCloseWatcher.active).toHaveLength(1));
    expect(pressBack()).toBe(false);
    expect(openNames()).toEqual([]);
    await waitFor(() => expect(pressBack()).toBe(true));
  });

  it('is closed alone by Escape', async () => {
    await show();
    pressEscape();
    expect(openNames()).toEqual(['outer']);
    // The next Back is not mistaken for the key.
    await waitFor(() => {
      pressBack();
      expect(openNames()).toEqual([]);
    });
  });
});

function Panel({ withDialog = false }: { withDialog?: boolean }) {
  const [isOpen, setOpen] = useState(true);
  const [isOver, setOver] = useState(withDialog);
  useLayer(isOpen ? () => setOpen(false) : null);
  return (
    <KerbThemeProvider>
      {isOpen && <div role="dialog" aria-label="panel" />}
      {isOver && <DialogLayer name="over it" onClose={() => setOver(false)} />}
    </KerbThemeProvider>
  );
}

it.each([
  ['that was open before', true],
  ['that opens later', false],
])('closes a layer %s, and then leaves the page', (_, isOpenBefore) => {
  if (isOpenBefore) render(<Panel />);
  stop = closeLayersOnRequest();
  if (!isOpenBefore) render(<Panel />);
  expect(pressBack()).toBe(false);
  expect(openNames()).toEqual([]);
  expect(pressBack()).toBe(true);
});

it.each([
  ['Back', pressBack],
  ['Escape', pressEscape],
])('closes a dialog over a layer first, by %s', async (_, press) => {
  stop = closeLayersOnRequest();
  render(<Panel withDialog />);
  await waitFor(() => expect(TestCloseWatcher.active).toHaveLength(1));
  press();
  await waitFor(() => expect(openNames()).toEqual(['panel']));
});

it('keeps a dialog open that must not be closed, and does not leave the page', async () => {
  stop = closeLayersOnRequest();
  render(<Layers Inner={DialogLayer} refuses />);
  await waitFor(() => expect(TestCloseWatcher.active).toHaveLength(1));
  expect(pressBack()).toBe(false);
  expect(pressBack()).toBe(false);
  expect(openNames()).toEqual(['outer', 'inner']);
});

it('closes a dialog that was open before', () => {
  render(<Layers Inner={DialogLayer} />);
  stop = closeLayersOnRequest();
  pressBack();
  expect(openNames()).toEqual(['outer']);
});

it('leaves a browser without close requests as it is', async () => {
  vi.stubGlobal('CloseWatcher', undefined);
  stop = closeLayersOnRequest();
  render(<Layers Inner={DialogLayer} />);
  expect(pressBack()).toBe(true);
  expect(openNames()).toEqual(['outer', 'inner']);
});
