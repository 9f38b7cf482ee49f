// Shown in place of every screen while the settings cannot be loaded: retries automatically, and starts the first run
// on a new installation.
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { PhoneField } from '../../ui/country-picker/phone-field.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { PrimaryAction } from '../../ui/primary-action.tsx';
import { countryHere } from './country-here.ts';
import { SetupFrame } from './setup-frame.tsx';
import { SetupPage } from './setup-page.tsx';
import { useSettingsBack } from './use-settings-back.ts';

/** Renders SetupPage at /setup. This component is not mounted once the settings have loaded. */
export function SetupScreen() {
  return useLocation().pathname === paths.setup ? <SetupPage /> : <SettingsAway />;
}

function SettingsAway() {
  const { t } = useTranslation();
  const { code, detail, looking, look } = useSettingsBack();
  const isFirstRun = code === 'setup_required';
  return (
    <SetupFrame
      title={t(isFirstRun ? 'setup_welcome' : 'settings_unavailable')}
      text={t(isFirstRun ? 'setup_first_run' : 'settings_unavailable_help')}
    >
      {isFirstRun && <NumberForm />}
      {!isFirstRun && detail && (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Typography variant="body2" color="text.secondary">
            {t('setup_server_says')}
          </Typography>
          <Typography
            component="p"
            dir="ltr"
            lang="en"
            sx={{ p: 2, borderRadius: '12px', bgcolor: 'background.subtle', overflowWrap: 'anywhere' }}
          >
            {detail}
          </Typography>
        </Box>
      )}
      {!isFirstRun && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
          <LoadingButton variant="contained" size="large" loading={looking} onClick={look}>
            {t('retry')}
          </LoadingButton>
          <Typography role="status" variant="body2" color="text.secondary">
            {t('setup_goes_on')}
          </Typography>
        </Box>
      )}
    </SetupFrame>
  );
}

/** The operator enters their number, which continues at /setup. */
function NumberForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [mobile, setMobile] = useState<string | null>(null);
  const [isRefused, setIsRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsRefused(mobile === null);
    if (mobile !== null) void navigate(`${paths.setup}?${new URLSearchParams({ mobile })}`);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <PhoneField
        defaultCountry={countryHere(null, 'UY')}
        onChange={(next) => {
          setMobile(next);
          setIsRefused(false);
        }}
        choosable
        problem={isRefused ? t('setup_invalid_mobile') : null}
        help={t('setup_mobile_why')}
      />
      <PrimaryAction type="submit">{t('setup_begin')}</PrimaryAction>
    </Box>
  );
}
