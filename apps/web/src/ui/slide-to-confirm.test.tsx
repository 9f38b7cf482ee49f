// Tests the slider: it retains the focus while it is blocked and when its text changes, and one drag or key press
// confirms one text only.
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { SlideToConfirm } from './slide-to-confirm.tsx';

const onConfirm = vi.fn();
const slider = (text: string, busy = false) => (
  <Provider store={store}>
    <SlideToConfirm text={text} busy={busy} onConfirm={onConfirm} />
  </Provider>
);
let rerender: ReturnType<typeof render>['rerender'];

beforeAll(async () => {
  await startI18n();
  // jsdom has no layout and no pointer capture.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300);
  HTMLElement.prototype.setPointerCapture = () => undefined;
});
beforeEach(() => {
  onConfirm.mockReset();
  ({ rerender } = render(slider('Arrived')));
});

const thumb = () => screen.getByRole('button');
/** Presses a key as a browser does: a click follows unless the key was prevented. */
function press(key: string, repeat = false): void {
  const event = createEvent.keyDown(thumb(), { key, repeat });
  fireEvent(thumb(), event);
  if (!event.defaultPrevented) fireEvent.click(thumb(), { detail: 0 });
}
const pull = (to: number) => fireEvent.pointerMove(thumb(), { clientX: to });

it('retains the focus while it is busy and when its text changes', () => {
  thumb().focus();
  press('Enter');
  rerender(slider('Arrived', true));
  expect(thumb().getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(thumb());
  rerender(slider('Start'));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Start' }));
  expect(thumb().getAttribute('aria-disabled')).toBe('false');
});

it('confirms nothing while it is busy', () => {
  rerender(slider('Arrived', true));
  press('Enter');
  fireEvent.pointerDown(thumb(), { clientX: 0 });
  pull(280);
  fireEvent.pointerUp(thumb(), { clientX: 280 });
  expect(onConfirm).not.toHaveBeenCalled();
});

it('confirms once per key press, also when the key is held until the next text', () => {
  press('Enter');
  press('Enter', true);
  rerender(slider('Start'));
  press('Enter', true);
  expect(onConfirm).toHaveBeenCalledOnce();
  press('Enter');
  expect(onConfirm).toHaveBeenCalledTimes(2);
});

it('does not confirm a text that changed while Space was held', () => {
  fireEvent.keyDown(thumb(), { key: ' ' });
  rerender(slider('Start'));
  fireEvent.click(thumb(), { detail: 0 });
  expect(onConfirm).not.toHaveBeenCalled();
  // Assistive technology clicks without a key.
  fireEvent.click(thumb(), { detail: 0 });
  expect(onConfirm).toHaveBeenCalledOnce();
});

it('confirms when it is dragged to its end', () => {
  fireEvent.pointerDown(thumb(), { clientX: 0 });
  pull(280);
  expect(thumb().style.transform).toBe('translateX(240px)');
  fireEvent.pointerUp(thumb(), { clientX: 280 });
  expect(onConfirm).toHaveBeenCalledOnce();
  expect(thumb().style.transform).toBe('translateX(0px)');
});

it('goes back to its start when the text changes, and the drag does not confirm the next text', () => {
  fireEvent.pointerDown(thumb(), { clientX: 0 });
  pull(200);
  rerender(slider('Start'));
  expect(thumb().style.transform).toBe('translateX(0px)');
  pull(280);
  fireEvent.pointerUp(thumb(), { clientX: 280 });
  expect(onConfirm).not.toHaveBeenCalled();
});
