// Notice above the landing page's booking form with links for admins, who may not submit the form.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { Link as RouterLink } from '../../ui/link.tsx';

export function AdminLinks() {
  const { t } = useTranslation();
  return (
    <Alert severity="info">
      {t('landing_for_admins')}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, mt: 0.5, fontWeight: 640 }}>
        <Link component={RouterLink} to={paths.addbookings} underline="always" color="text.primary">
          {t('nav_addbookings')}
        </Link>
        <Link component={RouterLink} to={paths.dashboard} underline="always" color="text.primary">
          {t('nav_dashboard')}
        </Link>
      </Box>
    </Alert>
  );
}
