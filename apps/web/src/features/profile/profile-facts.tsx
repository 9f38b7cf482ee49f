// Read-only facts of a profile: public name, role, rating, and date of joining.
import type { Me } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { RatingText } from '../../ui/rating-stars.tsx';

export function ProfileFacts({ user }: { user: Me }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const errorText = useErrorText();
  const name = t('full_name', { first: user.firstName, last: user.lastName }).trim();
  const mayNotBook =
    user.usertype === 'rider' && (user.firstName === '' || user.lastName === '' || user.email === '');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {name === '' ? t('profile_no_name') : name}
        </Typography>
        <Typography
          component="div"
          color="text.secondary"
          sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
        >
          <span>{t(`usertype_${user.usertype}`)}</span>
          {(user.usertype === 'rider' || user.usertype === 'driver') && (
            <RatingText value={user.ratings.userrating} />
          )}
          <span>{t('profile_since', { date: date(user.createdAt) })}</span>
        </Typography>
      </Box>
      {mayNotBook && <Alert severity="info">{errorText('profile_incomplete')}</Alert>}
    </Box>
  );
}
