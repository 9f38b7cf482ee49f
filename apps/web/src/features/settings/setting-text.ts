// Texts of a setting: its formatted value, and its error message.
import { countryOf } from '@kerb/domain/countries';
import { appcat, dispatchPolicy, type SettingKey } from '@kerb/domain/settings';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { kinds } from '../../lib/setting-groups.ts';
import { useFormat } from '../../lib/use-format.ts';
import { nameOf } from '../../ui/country-picker/country-search.ts';
import type { FieldValue, Problem } from './settings-form.ts';

export function useSettingText(): (key: SettingKey, field: FieldValue) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  const list = new Intl.ListFormat(language.locale, { type: 'unit' });
  const chosen = (key: SettingKey, field: string): string => {
    const country = kinds[key] === 'country' ? countryOf(field) : undefined;
    if (country) return nameOf(country, language);
    const category = appcat.safeParse(field);
    if (kinds[key] === 'category' && category.success) return t(`settings_${category.data}`);
    const policy = dispatchPolicy.safeParse(field);
    if (kinds[key] === 'policy' && policy.success) return t(`settings_${policy.data}`);
    return field === '' ? t('settings_nothing') : field;
  };
  return (key, field) => {
    if (typeof field === 'string') return chosen(key, field);
    if (typeof field !== 'boolean') return field.length === 0 ? t('settings_nothing') : list.format(field);
    if (kinds[key] === 'unit') return t(field ? 'settings_miles' : 'settings_kilometres');
    if (kinds[key] === 'place') return t(field ? 'settings_after' : 'settings_before');
    return t(field ? 'settings_on' : 'settings_off');
  };
}

/** The returned function gives '' without a problem. */
export function useProblemText(): (problem: Problem | undefined) => string {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (problem) =>
    problem
      ? t(`settings_problem_${problem.name}`, {
          limit: number(problem.limit, Number.isInteger(problem.limit) ? 0 : 1),
        })
      : '';
}
