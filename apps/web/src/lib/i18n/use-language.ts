// The current language as a hook: re-renders when it is switched.
import { useTranslation } from 'react-i18next';
import { type AppLanguage, languageOf } from './languages.ts';

export function useLanguage(): AppLanguage {
  const { i18n } = useTranslation();
  return languageOf(i18n.language);
}
