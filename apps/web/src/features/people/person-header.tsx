// Header of a person's page: picture, name, role, account state, rating and balance.
import type { User } from '@kerb/contract';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { hasWallet } from '../../lib/has-wallet.ts';
import { Money } from '../../ui/money.tsx';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { RatingText } from '../../ui/rating-stars.tsx';
import { DocumentsChip } from './documents-chip.tsx';
import { usePersonName } from './person-name.tsx';
import { DutyChip, ReviewChip, VehicleChip } from './review-chip.tsx';

export function PersonHeader({ person, actions }: { person: User; actions: ReactNode }) {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const { driver } = person;
  const withWallet = hasWallet(person.usertype);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: { xs: 2, sm: 3 },
          alignItems: { xs: 'flex-start', sm: 'center' },
        }}
      >
        <PersonAvatar person={person} size={72} />
        <Box sx={{ flex: { xs: '1 1 200px', sm: '1 1 240px' }, minWidth: 0 }}>
          <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{nameOf(person)}</bdi>
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
            <ReviewChip review={person.review} />
            {driver && <VehicleChip driver={driver} />}
            {driver && <DutyChip driver={driver} />}
            {driver && <DocumentsChip driver={driver} isNamed />}
          </Box>
        </Box>
        {withWallet && (
          <Box component="dl" sx={{ m: 0, display: 'flex', gap: 4 }}>
            {driver && (
              <Figure label={t('person_field_rating')}>
                <RatingText value={person.ratings.userrating} />
              </Figure>
            )}
            <Figure label={t('person_field_walletBalance')}>
              <Money amount={person.walletBalance} />
            </Figure>
          </Box>
        )}
      </Box>
      {person.reviewReason !== '' && person.review !== 'approved' && (
        <Alert severity="info">
          {t('person_review_reason')} <bdi>{person.reviewReason}</bdi>
        </Alert>
      )}
      {actions}
    </Box>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Typography component="dd" variant="h4" sx={{ m: 0 }}>
        {children}
      </Typography>
    </div>
  );
}
