// The current language as a hook: re-renders when it is switched, or changed by the operator.
import { useTranslation } from 'react-i18next';
import { type AppLanguage, currentLanguage } from './index.ts';

export function useLanguage(): AppLanguage {
  useTranslation();
  return currentLanguage();
}
