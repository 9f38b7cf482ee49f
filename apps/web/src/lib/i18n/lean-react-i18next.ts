// The hook of react-i18next that the built app uses, over the lean i18next.
import { useSyncExternalStore } from 'react';
import i18next from './lean-i18next.ts';

/** i18next is bound to React by the hook itself. */
export const initReactI18next = {};

export function useTranslation() {
  const t = useSyncExternalStore(i18next.subscribe, () => i18next.t);
  return { t, i18n: i18next };
}
