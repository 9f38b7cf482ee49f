// Tests closing a dialog with a form: at once while it is unchanged, and only after a confirmation with input.
import Autocomplete from '@mui/material/Autocomplete';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { FormDialog } from './form-dialog.tsx';
import { dialogCode } from './lazy-dialog.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

vi.mock('./lazy-dialog.tsx', { spy: true });
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const people = ['Ana', 'Bruno'];

/** A form with each kind of field; its stored text loads after the dialog has opened. */
function Fields() {
  const [text, setText] = useState('');
  const [mode, setMode] = useState('day');
  const [isOn, setOn] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const [chosen, setChosen] = useState<string[]>(['Ana']);
  const [isExpanded, setExpanded] = useState(false);
  useEffect(() => void Promise.resolve().then(() => setText('stored')), []);
  return (
    <form id="form">
      <TextField label="Text" value={text} onChange={(event) => setText(event.target.value)} />
      <TextField select label="Mode" value={mode} onChange={(event) => setMode(event.target.value)}>
        <MenuItem value="day">Day</MenuItem>
        <MenuItem value="night">Night</MenuItem>
      </TextField>
      <Switch
        checked={isOn}
        onChange={(_, on) => setOn(on)}
        slotProps={{ input: { 'aria-label': 'Switch' } }}
      />
      <Chip
        label="Mon"
        component="button"
        aria-pressed={isPressed}
        clickable
        onClick={() => setPressed(!isPressed)}
      />
      <Autocomplete
        multiple
        options={people}
        value={chosen}
        onChange={(_, next) => setChosen(next)}
        renderInput={(field) => <TextField {...field} label="People" />}
      />
      <button type="button" onClick={() => setExpanded(true)}>
        More
      </button>
      {isExpanded && <TextField label="Translation" />}
    </form>
  );
}

const onClose = vi.fn();
const page = (busy: boolean) => (
  <KerbThemeProvider>
    <FormDialog title="Form" formId="form" submitText="Save" busy={busy} onClose={onClose}>
      <Fields />
    </FormDialog>
  </KerbThemeProvider>
);
let rerender: ReturnType<typeof render>['rerender'];

beforeAll(async () => {
  await startI18n();
  await loadTexts('errors');
});
async function openForm(): Promise<void> {
  ({ rerender } = render(page(false)));
  await screen.findByDisplayValue('stored');
  // The first touch of the form.
  fireEvent.pointerDown(screen.getByLabelText('Text'));
}
beforeEach(async () => {
  onClose.mockReset();
  await openForm();
});

afterEach(() => vi.restoreAllMocks());

const dialog = () => screen.getByRole('dialog', { name: 'Form' });
const pressEscape = () => fireEvent.keyDown(dialog(), { key: 'Escape' });
const pressCancel = () => fireEvent.click(within(dialog()).getByRole('button', { name: 'Cancel' }));
const clickBackdrop = () => {
  const container = dialog().parentElement;
  if (container === null) throw new Error('The dialog has no container');
  fireEvent.mouseDown(container);
  fireEvent.click(container);
};
const type = (value: string) => fireEvent.change(screen.getByLabelText('Text'), { target: { value } });
const question = () => screen.findByRole('dialog', { name: 'Discard what you typed?' });

describe('an unchanged form', () => {
  it.each([
    ['Escape', pressEscape],
    ['Cancel', pressCancel],
    ['a click on the backdrop', clickBackdrop],
  ])('is closed by %s at once', (_, close) => {
    close();
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays unchanged when a section of empty fields is expanded, or input is taken back', () => {
    fireEvent.click(screen.getByText('More'));
    type('other');
    type('stored');
    pressEscape();
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('a form with input', () => {
  it('is not closed by a click on the backdrop', () => {
    type('new');
    clickBackdrop();
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText('Discard what you typed?')).toBeNull();
  });

  it.each([
    ['Escape', pressEscape],
    ['Cancel', pressCancel],
  ])('asks after %s, and is closed or stays', async (_, close) => {
    type('new');
    close();
    fireEvent.click(within(await question()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByText('Discard what you typed?')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText<HTMLInputElement>('Text').value).toBe('new');
    close();
    fireEvent.click(within(await question()).getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it.each([
    ['a switch', () => fireEvent.click(screen.getByLabelText('Switch'))],
    ['a toggle button', () => fireEvent.click(screen.getByText('Mon'))],
    [
      'a choice from a menu',
      () => {
        fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Mode' }));
        fireEvent.click(screen.getByRole('option', { name: 'Night' }));
      },
    ],
    [
      'another person',
      () => {
        fireEvent.keyDown(screen.getByRole('combobox', { name: 'People' }), { key: 'ArrowDown' });
        fireEvent.click(screen.getByRole('option', { name: 'Bruno' }));
      },
    ],
  ])('is one with %s too', async (_, enter) => {
    enter();
    fireEvent.click(within(dialog()).getByText('Cancel'));
    await screen.findByText('Discard what you typed?');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('cannot be closed while it is sent', () => {
    type('new');
    rerender(page(true));
    pressEscape();
    clickBackdrop();
    expect(within(dialog()).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.queryByText('Discard what you typed?')).toBeNull();
  });
});

it('shows a question that does not load inside the dialog, where it can be reached', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  for (const { value: code } of vi.mocked(dialogCode).mock.results) {
    vi.spyOn(code, 'loaded').mockReturnValue(null);
    vi.spyOn(code, 'load').mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  }
  cleanup();
  await openForm();
  type('new');
  pressEscape();
  const notice = within(await screen.findByRole('alert'));
  const retry = notice.getByRole('button', { name: 'Try again' });
  act(() => retry.focus());
  expect(document.activeElement).toBe(retry);
  fireEvent.click(notice.getByRole('button', { name: 'Close' }));
  expect(onClose).not.toHaveBeenCalled();
});
