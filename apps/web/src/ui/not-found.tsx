// Page for addresses without a screen.
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { Link } from './link.tsx';
import { EmptyState } from './page-states.tsx';
import { SiteShell } from './site-shell.tsx';

export function NotFound() {
  const { t } = useTranslation();
  return (
    <SiteShell>
      <EmptyState
        title={t('page_not_found')}
        heading="h1"
        text={t('page_not_found_help')}
        action={
          <Button variant="contained" component={Link} to={paths.home}>
            {t('go_home')}
          </Button>
        }
      />
    </SiteShell>
  );
}
