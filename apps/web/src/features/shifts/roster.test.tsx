// Tests the roster: planned and worked hours, late drivers, other weeks, and planning in the dialog.
import type { RosterDriver } from '@kerb/contract';
import type { ShiftPlan } from '@kerb/domain/shifts';
import { aUser } from '@kerb/testing';
import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { isPressable } from '../../lib/testing/is-pressable.ts';
import { createKerbTheme } from '../../ui/theme.ts';
import { OwnWeek } from './own-week.tsx';
import { Roster, weekOf } from './roster.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const uid = '0193e000-0000-7000-8000-000000000001';
const began = Date.parse('2026-05-12T08:00:00Z');
const week: RosterDriver = {
  driver: uid,
  onDuty: false,
  late: true,
  days: weekOf('2026-05-14').map((day) => ({
    day,
    planned: day === '2026-05-12' ? [{ starts: began, ends: began + 8 * 3_600_000 }] : [],
    changed: day === '2026-05-13',
    worked_secs: day === '2026-05-12' ? 27_000 : 0,
  })),
};
// The settings are not loaded, so days are in UTC.
const today = new Date().toISOString().slice(0, 10);
let drivers: object[];
let plan: ShiftPlan;
let refusal: string | null;
/** Part of the address of the roster that fails; null for none. */
let failing: string | null;
const sent: { url: string; body: unknown }[] = [];
beforeAll(async () => {
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = decodeURIComponent(String(input));
    if (init.method === 'PUT') {
      sent.push({ url, body: JSON.parse(String(init.body)) });
      if (refusal !== null) return Response.json({ code: refusal, status: 422 }, { status: 422 });
      return Response.json(plan);
    }
    if (url.includes('/me/shifts')) return Response.json(week);
    if (url.includes('/users/')) return Response.json(plan);
    if (url.includes('/shifts')) {
      if (failing !== null && url.includes(failing))
        return Response.json({ code: 'not_found', status: 404 }, { status: 404 });
      return Response.json({ items: [week] });
    }
    return Response.json({ items: drivers, nextCursor: null, total: drivers.length });
  });
  await startI18n();
  await Promise.all([loadTexts('shifts'), loadTexts('errors')]);
});
beforeEach(() => {
  sent.length = 0;
  refusal = null;
  failing = null;
  drivers = [{ ...aUser({ id: uid, usertype: 'driver', firstName: 'Leo', lastName: 'Paz' }) }];
  plan = { shifts: [], days: [] };
  store.dispatch(answersApi.util.resetApiState());
});

function Page() {
  const [day, setDay] = useState<string | null>('2026-05-14');
  return (
    <Provider store={store}>
      <ThemeProvider theme={createKerbTheme('ltr', { clear: '', close: '', openList: '' })}>
        <Roster day={day} onDay={setDay} />
      </ThemeProvider>
    </Provider>
  );
}
const textOf = (element: HTMLElement) => (element.textContent ?? '').replaceAll(/\s/g, ' ');

it('shows planned and worked hours of each day, and states in words who is late', async () => {
  render(<Page />);
  const row = (await screen.findByText('Late')).closest('tr');
  if (row === null) throw new Error('no row');
  const cells = within(row).getAllByRole('cell').map(textOf);
  expect(cells[0]).toBe('–');
  expect(within(row).getAllByRole('img', { name: 'No shift' })).toHaveLength(6);
  expect(cells[1]).toBe('8:00 AM – 4:00 PMWorked 7 hr 30 min');
  expect(cells[2]).toBe('–Other hours');
  expect(screen.getAllByRole('columnheader')).toHaveLength(8);
});

it('navigates to other weeks and back', async () => {
  render(<Page />);
  await screen.findByText('Late');
  const heading = () => textOf(screen.getByRole('heading', { level: 2 })).replaceAll(/[\u2066-\u2069]/g, '');
  expect(heading()).toBe('Week of May 11 – 17, 2026');
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
  expect(heading()).toBe('Week of May 18 – 24, 2026');
  fireEvent.click(screen.getByRole('button', { name: 'Previous week' }));
  expect(heading()).toBe('Week of May 11 – 17, 2026');
});

it('shows an error for a week that cannot be loaded, instead of an empty one', async () => {
  failing = 'week=2026-05-21';
  render(<Page />);
  await screen.findByText('Late');
  fireEvent.click(screen.getByRole('button', { name: 'Next week' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByText('Late')).toBeNull();
});

it('shows that there are no drivers', async () => {
  drivers = [];
  render(<Page />);
  expect(await screen.findByText('No drivers')).toBeTruthy();
});

async function openPlan() {
  render(<Page />);
  fireEvent.click(await screen.findByRole('button', { name: 'Leo Paz' }));
  return screen.findByRole('button', { name: 'Add a shift' });
}

it('plans a shift on weekdays', async () => {
  fireEvent.click(await openPlan());
  fireEvent.click(screen.getByRole('button', { name: 'Sat' }));
  fireEvent.click(screen.getByRole('button', { name: 'Mon' }));
  fireEvent.change(screen.getByLabelText('Until'), { target: { value: '02:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save weekly shifts' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  const shift = { from: '08:00', until: '02:00', firstDay: today, lastDay: null };
  expect(sent[0]).toMatchObject({
    url: expect.stringContaining(`/users/${uid}/shifts`),
    body: { seen: [], shifts: [{ weekdays: [2, 3, 4, 5, 6], ...shift }] },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('stops a shift, and stays open with the reason when the server rejects it', async () => {
  plan = {
    shifts: [{ weekdays: [1], from: '08:00', until: '16:00', firstDay: '2026-01-01', lastDay: null }],
    days: [],
  };
  refusal = 'not_found';
  await openPlan();
  fireEvent.click(screen.getByRole('button', { name: 'Remove this shift' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save weekly shifts' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(sent[0]?.body).toEqual({ seen: plan.shifts, shifts: [] });
  expect(screen.getByRole('dialog')).toBeTruthy();
});

it('sends the shifts of before the first edit, also when others were saved meanwhile', async () => {
  const monday = { weekdays: [1], from: '08:00', until: '16:00', firstDay: '2026-01-01', lastDay: null };
  const seen = [monday];
  plan = { shifts: seen, days: [] };
  refusal = 'conflict';
  await openPlan();
  fireEvent.click(screen.getByRole('button', { name: 'Remove this shift' }));
  plan = { shifts: [{ ...monday, from: '07:00' }], days: [] };
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save weekly shifts' }));
  save();
  expect((await screen.findByRole('alert')).textContent).toContain('changed this meanwhile');
  await waitFor(() =>
    expect(isPressable(screen.getByRole('button', { name: 'Save weekly shifts' }))).toBe(true),
  );
  save();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { seen, shifts: [] },
    { seen, shifts: [] },
  ]);
});

it('removes the first of two shifts and retains the input of the second', async () => {
  const weekly = { from: '08:00', until: '16:00', firstDay: '2026-01-01', lastDay: null };
  plan = {
    shifts: [
      { weekdays: [1], ...weekly },
      { weekdays: [2], ...weekly },
    ],
    days: [],
  };
  await openPlan();
  const second = screen.getAllByLabelText('From')[1];
  if (!second) throw new Error('There is no second shift');
  fireEvent.change(second, { target: { value: '09:00' } });
  const [first] = screen.getAllByRole('button', { name: 'Remove this shift' });
  fireEvent.click(first ?? second);
  expect(second.isConnected).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Save weekly shifts' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    seen: plan.shifts,
    shifts: [{ weekdays: [2], ...weekly, from: '09:00' }],
  });
});

it('saves a day off, and other hours', async () => {
  await openPlan();
  fireEvent.change(screen.getByLabelText('Hours of that day'), { target: { value: 'off' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the day' }));
  expect(await screen.findByText('The day is saved.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Hours of that day'), { target: { value: 'other' } });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '10:00' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the day' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ body }) => body)).toEqual([
    { day: today, seen: null, hours: [] },
    { day: today, seen: [], hours: [{ from: '10:00', until: '16:00' }] },
  ]);
});

it('shows and saves all hours of a day, and retains the input when the server rejects it', async () => {
  const hours = [
    { from: '06:00', until: '10:00' },
    { from: '12:00', until: '14:00' },
    { from: '18:00', until: '22:00' },
  ];
  plan = { shifts: [], days: [{ day: today, hours }] };
  refusal = 'not_found';
  await openPlan();
  const [first] = screen.getAllByLabelText('From');
  const middle = screen.getAllByRole('button', { name: 'Remove this shift' })[1];
  if (!first || !middle) throw new Error('There are not three shifts');
  fireEvent.change(first, { target: { value: '07:00' } });
  fireEvent.click(middle);
  fireEvent.click(screen.getByRole('button', { name: 'Save the day' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  const changed = [{ from: '07:00', until: '10:00' }, hours[2]];
  expect(sent[0]?.body).toEqual({ day: today, seen: hours, hours: changed });
  refusal = null;
  fireEvent.click(screen.getByRole('button', { name: 'Save the day' }));
  expect(await screen.findByText('The day is saved.')).toBeTruthy();
  expect(sent[1]?.body).toEqual({ day: today, seen: hours, hours: changed });
});

const chooseHours = (value: string) =>
  fireEvent.change(screen.getByLabelText('Hours of that day'), { target: { value } });
const saveWeek = () => fireEvent.click(screen.getByRole('button', { name: 'Save weekly shifts' }));

it('saves the entered hours of a day together with the weekly shifts', async () => {
  await openPlan();
  chooseHours('off');
  saveWeek();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent.map(({ body }) => body)).toEqual([
    { day: today, seen: null, hours: [] },
    { seen: [], shifts: [] },
  ]);
});

it('stays open with the entered hours of a day when the server rejects them', async () => {
  refusal = 'day_too_far_ahead';
  await openPlan();
  chooseHours('off');
  saveWeek();
  expect((await screen.findByRole('alert')).textContent).toBe('Choose days within the next year.');
  expect(sent.map(({ body }) => body)).toEqual([{ day: today, seen: null, hours: [] }]);
  expect(screen.getByLabelText('Hours of that day')).toHaveProperty('value', 'off');
});

it('retains the entered hours when another day is chosen', async () => {
  await openPlan();
  chooseHours('off');
  const [, dayOfMonth] = await screen.findAllByRole('spinbutton');
  if (dayOfMonth === undefined) throw new Error('The field has no day of the month');
  fireEvent.focus(dayOfMonth);
  fireEvent.click(dayOfMonth);
  fireEvent.keyDown(dayOfMonth, { key: 'ArrowUp' });
  fireEvent.click(screen.getByRole('button', { name: 'Save the day' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    day: expect.stringContaining(today.slice(0, 8)),
    seen: null,
    hours: [],
  });
  expect(sent[0]?.body).not.toMatchObject({ day: today });
});

it('does not save an incomplete last day as a shift without end', async () => {
  const shift = { weekdays: [1], from: '08:00', until: '16:00', firstDay: today, lastDay: '2026-12-31' };
  plan = { shifts: [shift], days: [] };
  await openPlan();
  const lastDay = await screen.findByRole('group', { name: /Last day/ });
  const [part] = within(lastDay).getAllByRole('spinbutton');
  if (part === undefined) throw new Error('The last day has no parts');
  fireEvent.focus(part);
  fireEvent.click(part);
  fireEvent.keyDown(part, { key: 'Delete' });
  saveWeek();
  expect((await screen.findByRole('alert')).textContent).toBe('Complete the date or clear it.');
  expect(sent).toEqual([]);
});

it('asks before entered shifts are discarded, and not after they were saved', async () => {
  await openPlan();
  chooseHours('off');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stay' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save the day' }));
  await screen.findByText('The day is saved.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('shows a driver their own week', async () => {
  await act(async () => {
    render(
      <Provider store={store}>
        <OwnWeek day="2026-05-14" />
      </Provider>,
    );
  });
  expect(await screen.findByText('My week')).toBeTruthy();
  expect(screen.getAllByRole('definition').map(textOf)[1]).toBe('8:00 AM – 4:00 PMWorked 7 hr 30 min');
});
