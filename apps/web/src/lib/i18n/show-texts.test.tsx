// Tests when the app re-renders its texts: not for each area that loads, but for each change of a shown text.
import { act, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { applyOfferedLanguages, startI18n, switchLanguage } from './index.ts';
import { showTexts } from './show-texts.ts';
import type { Texts } from './text-area.ts';

let renders = 0;

/** Renders one text, whose area may not have loaded. */
function Shown({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  renders += 1;
  return <p>{String(t(name as 'home'))}</p>;
}

const show = (texts: Texts) => act(() => showTexts('en', 'site', texts));

beforeAll(async () => {
  window.localStorage.clear();
  await startI18n();
});
beforeEach(() => {
  // Clears the state of an earlier test that rendered a missing text.
  showTexts('en', 'site', {});
  renders = 0;
});

it('does not render for texts of an area that is not shown', () => {
  render(<Shown name="home" />);
  show({ text_of_another_screen: 'Elsewhere' });
  expect(renders).toBe(1);
});

it('renders a text as soon as its area has loaded', () => {
  render(<Shown name="text_that_comes_late" />);
  expect(screen.getByText('text_that_comes_late')).toBeTruthy();
  show({ text_that_comes_late: 'Here now' });
  expect(screen.getByText('Here now')).toBeTruthy();
  show({ text_of_a_third_screen: 'Elsewhere' });
  expect(renders).toBe(2);
});

it('renders a text again when the operator changes it', () => {
  show({ text_of_the_operator: 'Before' });
  render(<Shown name="text_of_the_operator" />);
  show({ text_of_the_operator: 'After' });
  expect(screen.getByText('After')).toBeTruthy();
});

it('renders the list of languages again only when it changes', async () => {
  const english = { langLocale: 'en', langName: 'English', dateLocale: 'en' };
  const french = { langLocale: 'fr', langName: 'Français', dateLocale: 'fr' };
  const offered = [english, french].map((language) => ({
    ...language,
    id: language.langLocale,
    default: language === english,
    shipped: true,
    version: 0,
  }));
  render(<Shown name="home" />);
  await act(() => applyOfferedLanguages(offered));
  expect(renders).toBe(2);
  await act(() => applyOfferedLanguages(offered));
  expect(renders).toBe(2);
  await act(() => switchLanguage('fr'));
  expect(screen.getByText('Accueil')).toBeTruthy();
  expect(renders).toBe(3);
  expect(i18next.language).toBe('fr');
});
