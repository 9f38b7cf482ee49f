// Shown when the settings cannot be loaded: says so, and tries again.

import { fetchSettings } from '@kerb/sdk/store';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useKerbDispatch, useKerbSelector } from '../../lib/store.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { EmptyState } from '../../ui/page-states.tsx';

export function SetupScreen() {
  const { t } = useTranslation();
  const dispatch = useKerbDispatch();
  const loading = useKerbSelector((state) => state.settingsdata.loading);
  return (
    <Box component="main" role="alert" sx={{ display: 'grid', placeItems: 'center', minHeight: '100dvh' }}>
      <EmptyState
        icon={<BrandMark size={64} />}
        title={t('settings_unavailable')}
        heading="h1"
        text={t('settings_unavailable_help')}
        action={
          <Button variant="contained" loading={loading} onClick={() => void dispatch(fetchSettings())}>
            {t('retry')}
          </Button>
        }
      />
    </Box>
  );
}
