// What a profile shows and nobody edits here: who one is to Kerb, the rating, and the referral code.
import type { Me } from '@kerb/contract';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { RatingText } from '../../ui/rating-stars.tsx';

function initialsOf(user: Me): string {
  const letters = [user.firstName, user.lastName].map((name) => Array.from(name.trim())[0] ?? '').join('');
  return letters.toLocaleUpperCase();
}

export function ProfileFacts({ user }: { user: Me }) {
  const { t } = useTranslation();
  const name = t('full_name', { first: user.firstName, last: user.lastName }).trim();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
      <Avatar
        src={user.profile_image ?? undefined}
        alt=""
        sx={{ width: 64, height: 64, bgcolor: 'primary.main', color: 'primary.contrastText' }}
      >
        {initialsOf(user) || undefined}
      </Avatar>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h4" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {name === '' ? t('profile_no_name') : name}
        </Typography>
        <Typography color="text.secondary" sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
          <span>{t(`usertype_${user.usertype}`)}</span>
          <RatingText value={user.ratings.userrating} />
          <span className="tabular">{t('profile_referral', { code: user.referralId })}</span>
        </Typography>
      </Box>
    </Box>
  );
}
