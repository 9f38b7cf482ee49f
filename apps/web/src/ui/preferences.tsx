// Language and colour scheme: two small controls in every header.
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LanguageOutlined from '@mui/icons-material/LanguageOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { languagesOnOffer, switchLanguage } from '../lib/i18n/index.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';

export function LanguageSwitcher() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <Box sx={{ position: 'relative', display: 'inline-flex', alignItems: 'center' }}>
      <LanguageOutlined
        aria-hidden="true"
        fontSize="small"
        sx={{ position: 'absolute', insetInlineStart: { xs: 12, sm: 10 }, pointerEvents: 'none' }}
      />
      <Box
        component="select"
        aria-label={t('language')}
        value={locale}
        onChange={(event) => void switchLanguage(event.target.value)}
        sx={{
          appearance: 'none',
          font: 'inherit',
          fontSize: '0.9375rem',
          fontWeight: 560,
          color: 'inherit',
          bgcolor: 'transparent',
          border: 0,
          borderRadius: 1,
          height: 44,
          // On a phone its sign alone: the name beside it needs the room.
          boxSizing: 'border-box',
          // As wide as the language that is chosen, where the browser can; else as the longest.
          fieldSizing: 'content',
          width: { xs: 44, sm: 'auto' },
          paddingInlineStart: { xs: '44px', sm: '36px' },
          paddingInlineEnd: { xs: 0, sm: '10px' },
          cursor: 'pointer',
          '&:hover': { bgcolor: 'action.hover' },
          '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: 2 },
          '& option': { color: 'text.primary', bgcolor: 'background.paper' },
        }}
      >
        {languagesOnOffer().map((language) => (
          <option key={language.locale} value={language.locale} lang={language.locale}>
            {language.name}
          </option>
        ))}
      </Box>
    </Box>
  );
}

/** The scheme shown right now, the system's preference resolved. */
export function useShownScheme(): 'light' | 'dark' {
  const { mode, systemMode } = useColorScheme();
  return (mode === 'system' ? systemMode : mode) === 'dark' ? 'dark' : 'light';
}

export function ThemeSwitch() {
  const { t } = useTranslation();
  const { setMode } = useColorScheme();
  const shown = useShownScheme();
  return (
    <IconButton
      color="inherit"
      aria-label={shown === 'dark' ? t('use_light_theme') : t('use_dark_theme')}
      onClick={() => setMode(shown === 'dark' ? 'light' : 'dark')}
    >
      {shown === 'dark' ? <LightModeOutlined /> : <DarkModeOutlined />}
    </IconButton>
  );
}
