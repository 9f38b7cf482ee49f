// Pastes texts into one console form of each kind (page, dialog, inline form, settings, table of texts): each is
// rejected with a message beside its field, or stored and shown as plain text. Unit tests cover every form's rules.
import { demoMobile } from '@kerb/domain/identity';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signIn } from './api/people.ts';
import { collectConsoleErrors, settled, tooWide } from './browser/inspect.ts';
import { type PastedForm, pasteIntoForm, SAVED } from './browser/pasting.ts';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
let admin: Person;

beforeAll(async () => {
  stage = await openStage();
  admin = await signIn(stage.server.origin, demoMobile('admin', 1));
});
afterAll(async () => {
  admin?.leave();
  await stage?.close();
});

/** Opens a dialog by the button of the same name. */
const dialog =
  (name: string) =>
  async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name, exact: true }).first().click();
    return page.getByRole('dialog', { name });
  };
const settingsSaved = (page: Page) => page.getByRole('alertdialog').filter({ hasText: SAVED });
async function settingsForm(page: Page): Promise<Locator> {
  await settingsSaved(page).waitFor({ state: 'detached' });
  return page.getByRole('form', { name: 'Settings' });
}

async function spanish() {
  const { items } = await admin.client.listLanguages();
  const found = items.find(({ langLocale }) => langLocale === 'es');
  if (!found) throw new Error('Spanish is not in the list of languages');
  return found;
}

const peopleOf = (usertype: 'rider' | 'driver') => () =>
  admin.client.listUsers({ query: { usertype, limit: 100 } });

const forms: Readonly<Record<string, PastedForm>> = {
  'a car type': {
    path: '/cartypes',
    async open(page) {
      await page.getByRole('button', { name: 'Add car type' }).click();
      return page.getByRole('form', { name: 'Car type' });
    },
    words: (count) => ({ Name: `Car ${count}`, 'What riders read about it': 'Quiet' }),
    optional: ['What riders read about it'],
    strict: () => ({
      'To start': '60',
      'At least': '130',
      'For each kilometre': '38',
      'For each hour': '240',
    }),
    send: 'Add car type',
    stored: () => admin.client.getCarTypes(),
    listed: 'Name',
  },
  'a driver': {
    path: '/drivers',
    open: dialog('Add driver'),
    words: (count) => ({
      'First name': `Ana ${count}`,
      'Last name': 'Silva',
      Plate: `ABC ${count}`,
      'Other information': 'None',
    }),
    optional: ['Plate', 'Other information'],
    strict: (count) => ({ 'E-mail': `driver${count}@kerb.example`, Mobile: `+5989910${1000 + count}` }),
    send: 'Add',
    stored: peopleOf('driver'),
    listed: 'First name',
  },
  'a rider who is booked for': {
    path: '/addbookings',
    async open(page) {
      const another = page.getByRole('button', { name: 'Choose another rider' });
      if ((await another.count()) > 0) await another.click();
      await page.getByRole('button', { name: 'New rider' }).click();
      return page.getByRole('group', { name: 'New rider' });
    },
    words: (count) => ({ 'First name': `Eva ${count}`, 'Last name': 'Silva' }),
    strict: (count) => ({ 'Mobile number': `+5989950${1000 + count}` }),
    send: 'Add rider',
    stored: peopleOf('rider'),
  },
  settings: {
    path: '/settings',
    open: settingsForm,
    words: (count) => ({ 'Name of the tax': `IVA ${count}` }),
    // A currency symbol has few characters.
    strict: (count) => ({
      'Currency symbol': `$${count}`,
      'Driver radius': `${7 + count}`,
      'Time to answer': '40',
    }),
    send: 'Save',
    accepted: settingsSaved,
    stored: () => admin.client.getSettings(),
  },
  'a text of a language': {
    path: '/languagesetting',
    async open(page) {
      await page.goto(`/languagesetting/${(await spanish()).id}`);
      await page.getByRole('searchbox', { name: 'Search keys and texts' }).fill('rider_new');
      return page.locator('main');
    },
    words: (count) => ({ 'rider_new in Español': `Pasajero ${count}` }),
    optional: ['rider_new in Español'],
    send: 'Save texts',
    accepted: (page) => page.getByText('1 text saved.'),
    stored: async () => admin.client.getLanguage({ params: { id: (await spanish()).id } }),
  },
};

test.each(Object.entries(forms))(
  'text pasted into the form of %s is rejected beside its field or stored as plain text',
  async (_, form) => {
    const { page, failures, close } = await stage.open({ width: 390, token: admin.token });
    const consoleErrors = await collectConsoleErrors(page);
    expect(await pasteIntoForm(page, form)).toEqual([]);
    // The browser logs each request that the server rejects.
    expect(consoleErrors.filter((words) => !/status of 4\d\d/.test(words))).toEqual([]);
    expect(failures).toEqual([]);
    await close();
  },
);

test('a car type with a very long name fits the landing page at the width of a phone', async () => {
  const { page, failures, close } = await stage.open({ width: 390 });
  await page.goto('/');
  await page.getByRole('radio', { name: /W{60}/ }).first().waitFor({ state: 'attached' });
  await settled(page);
  expect([await tooWide(page), failures]).toEqual([[], []]);
  await close();
});
