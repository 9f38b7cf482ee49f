// Link of a demonstration to the inbox in which the codes of its messages can be read; its texts are those of the area
// `login`.
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { Link as RouterLink } from './link.tsx';

export function InboxHint() {
  const { t } = useTranslation();
  return (
    <Typography variant="body2" color="text.secondary">
      {t('demo_inbox_hint')}{' '}
      <Link
        component={RouterLink}
        to={paths.devInbox}
        target="_blank"
        underline="always"
        color="text.primary"
      >
        {t('open_dev_inbox')}
      </Link>
    </Typography>
  );
}
