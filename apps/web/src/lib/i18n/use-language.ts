// React hook that returns the current language, and re-renders when the user switches it or the operator changes it.
import { useTranslation } from 'react-i18next';
import { type AppLanguage, currentLanguage } from './index.ts';

export function useLanguage(): AppLanguage {
  useTranslation();
  return currentLanguage();
}
