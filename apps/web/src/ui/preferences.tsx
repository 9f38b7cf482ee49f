// Controls for city, language and colour scheme in the headers.

import type { SvgIconComponent } from '@mui/icons-material';
import DarkModeOutlined from '@mui/icons-material/DarkModeOutlined';
import LanguageOutlined from '@mui/icons-material/LanguageOutlined';
import LightModeOutlined from '@mui/icons-material/LightModeOutlined';
import PlaceOutlined from '@mui/icons-material/PlaceOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { useColorScheme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import { offeredLanguages, switchLanguage } from '../lib/i18n/index.ts';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { useSettings } from '../lib/use-settings.ts';

interface HeaderSelectProps {
  label: string;
  icon: SvgIconComponent;
  value: string;
  options: readonly { value: string; name: string; lang?: string }[];
  onChange: (value: string) => void;
}

/** Select in the header; on phones only its icon, because there is no space for the text. */
function HeaderSelect({ label, icon: Icon, value, options, onChange }: HeaderSelectProps) {
  return (
    <Box sx={{ position: 'relative', display: 'inline-flex', alignItems: 'center', flexShrink: 0 }}>
      <Icon
        aria-hidden="true"
        fontSize="small"
        sx={{ position: 'absolute', insetInlineStart: { xs: 12, sm: 10 }, pointerEvents: 'none' }}
      />
      <Box
        component="select"
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
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
          boxSizing: 'border-box',
          // As wide as the selected option, in browsers that support it; otherwise as the longest one.
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
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.name}
          </option>
        ))}
      </Box>
    </Box>
  );
}

export function LanguageSwitcher() {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return (
    <HeaderSelect
      label={t('language')}
      icon={LanguageOutlined}
      value={locale}
      options={offeredLanguages().map((language) => ({
        value: language.locale,
        name: language.name,
        lang: language.locale,
      }))}
      onChange={(chosen) => void switchLanguage(chosen)}
    />
  );
}

/** Switcher of the installation's cities, each with its own address; hidden if there is only one. */
export function CitySwitcher() {
  const { t } = useTranslation();
  const cities = useSettings()?.regions;
  const here = cities?.find((city) => city.here);
  if (!cities || !here || cities.length < 2) return null;
  return (
    <HeaderSelect
      label={t('city')}
      icon={PlaceOutlined}
      value={here.url}
      options={cities.map(({ url, name }) => ({ value: url, name }))}
      onChange={(url) => window.location.assign(url)}
    />
  );
}

/** The current colour scheme, with the system's preference resolved. */
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
