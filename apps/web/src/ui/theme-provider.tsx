// Provides theme, colour scheme and writing direction; the plugin that mirrors styles loads only when needed.
import createCache, { type EmotionCache } from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { ThemeProvider } from '@mui/material/styles';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { createKerbTheme } from './theme.ts';

export const leftToRightCache = (): EmotionCache => createCache({ key: 'kerb' });

const leftToRight = leftToRightCache();

export async function rightToLeftCache(): Promise<EmotionCache> {
  const [{ default: rtlPlugin }, { prefixer }] = await Promise.all([
    import('@mui/stylis-plugin-rtl'),
    import('stylis'),
  ]);
  return createCache({ key: 'kerb-rtl', stylisPlugins: [prefixer, rtlPlugin] });
}

function useEmotionCache(direction: 'ltr' | 'rtl'): EmotionCache | null {
  const [mirrored, setMirrored] = useState<EmotionCache | null>(null);
  const [first] = useState(direction);
  useEffect(() => {
    if (direction === 'ltr' || mirrored) return;
    let current = true;
    void rightToLeftCache().then((cache) => {
      if (current) setMirrored(cache);
    });
    return () => {
      current = false;
    };
  }, [direction, mirrored]);
  // After a switch of language the old styles stay until the mirrored ones have loaded, so that the app is not
  // unmounted and input is preserved.
  return direction === 'ltr' ? leftToRight : (mirrored ?? (first === 'ltr' ? leftToRight : null));
}

const globalStyles = {
  'html, body, #root': { height: '100%' },
  body: { WebkitTapHighlightColor: 'transparent', fontFeatureSettings: "'cv05', 'cv11', 'ss03'" },
  '.tabular': { fontVariantNumeric: 'tabular-nums' },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': { animationDuration: '1ms !important', transitionDuration: '1ms !important' },
  },
} as const;

interface ThemedProps {
  readonly cache: EmotionCache;
  readonly children: ReactNode;
}

/** Provides theme and styles for the current language, using the Emotion `cache`. */
export function Themed({ cache, children }: ThemedProps) {
  const { direction } = useLanguage();
  const { t } = useTranslation();
  const clear = t('clear');
  const close = t('close');
  const openList = t('open_list');
  const theme = useMemo(
    () => createKerbTheme(direction, { clear, close, openList }),
    [direction, clear, close, openList],
  );
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="kerb.theme" disableTransitionOnChange>
        <CssBaseline enableColorScheme />
        <GlobalStyles styles={globalStyles} />
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}

export function KerbThemeProvider({ children }: { children: ReactNode }) {
  const { direction } = useLanguage();
  const cache = useEmotionCache(direction);
  return cache && <Themed cache={cache}>{children}</Themed>;
}
