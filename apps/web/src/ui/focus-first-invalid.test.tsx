// Tests that the first invalid field of a form gets the focus, also when it is a date.
import TextField from '@mui/material/TextField';
import { cleanup, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../lib/i18n/index.ts';
import { store } from '../lib/store.ts';
import { CalendarPicker } from './dates/calendar-picker.tsx';
import { focusFirstInvalid } from './focus-first-invalid.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  await startI18n();
  await loadTexts('picker');
});
afterEach(cleanup);

const form = (wrong: { name?: boolean; day?: boolean }) => (
  <Provider store={store}>
    <CalendarPicker
      unit="day"
      label="Valid until"
      value=""
      onChange={() => undefined}
      problem={wrong.day ? 'Needed' : null}
    />
    <TextField label="Name" error={wrong.name === true} />
  </Provider>
);

it('focuses the first part of an invalid date', () => {
  const { container } = render(form({ day: true, name: true }));
  const focused = focusFirstInvalid(container);
  expect(focused).toBe(screen.getAllByRole('spinbutton')[0]);
  expect(document.activeElement).toBe(focused);
});

it('focuses an invalid input after a valid date', () => {
  const { container } = render(form({ name: true }));
  focusFirstInvalid(container);
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});

it('changes no focus in a valid form', () => {
  const { container } = render(form({}));
  expect(focusFirstInvalid(container)).toBeNull();
  expect(document.activeElement).toBe(document.body);
});
