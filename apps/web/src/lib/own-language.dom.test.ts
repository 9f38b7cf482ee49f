// Tests that the last chosen language wins, even if it is chosen while the previous choice is still being saved.
import type { Me } from '@kerb/contract';
import { beforeEach, expect, it, vi } from 'vitest';

const fake = vi.hoisted(() => ({
  shown: 'en',
  me: { id: 'ana', lang: { langLocale: 'en', dateLocale: 'en' } } as Me,
  /** Each function responds to one pending request. */
  answers: [] as (() => void)[],
}));
vi.mock('./i18n/index.ts', () => ({
  offerKnown: Promise.resolve(),
  currentLanguage: () => ({ locale: fake.shown, dateLocale: fake.shown }),
  switchLanguage: async (locale: string) => {
    fake.shown = locale;
  },
}));
vi.mock('./i18n/languages.ts', () => ({ offeredFor: (locale: string) => ({ locale }) }));
vi.mock('./update-me.ts', () => ({
  updateMe: (me: Me) => {
    fake.me = me;
  },
}));
vi.mock('./store.ts', () => ({
  store: { getState: () => ({ auth: { info: fake.me } }) },
  client: {
    updateProfile: ({ body }: { body: Pick<Me, 'lang'> }) =>
      new Promise<Me>((done) => {
        fake.answers.push(() => done({ ...fake.me, ...body }));
      }),
  },
}));

import { settleLanguage } from './own-language.ts';

async function answerNext(): Promise<void> {
  await vi.waitFor(() => expect(fake.answers).toHaveLength(1));
  fake.answers.pop()?.();
}

beforeEach(async () => {
  window.localStorage.clear();
  await settleLanguage();
});

it('stores a language that was chosen while another one is being stored', async () => {
  fake.shown = 'pt';
  const first = settleLanguage();
  await vi.waitFor(() => expect(fake.answers).toHaveLength(1));
  fake.shown = 'fr';
  const second = settleLanguage();
  await answerNext();
  await first;
  await answerNext();
  await second;
  expect([fake.shown, fake.me.lang?.langLocale]).toEqual(['fr', 'fr']);
});
