// A rider in one line: picture, name and number, and a mark when the account is disabled.
import type { User } from '@kerb/contract';
import { fullNameOf } from '@kerb/domain/identity';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { PersonAvatar } from '../../ui/person-avatar.tsx';
import { ToneChip } from '../../ui/tone-chip.tsx';

export function RiderLine({ person }: { person: User }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0, flex: 1 }}>
      <PersonAvatar person={person} size={36} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography component="div" noWrap sx={{ fontWeight: 600 }}>
          <bdi>{fullNameOf(person) || t('rider_unnamed')}</bdi>
        </Typography>
        <Typography component="div" variant="body2" color="text.secondary" noWrap>
          {person.mobile === '' ? (
            t('rider_no_mobile')
          ) : (
            <bdi dir="ltr">{person.mobile ?? t('rider_mobile_hidden')}</bdi>
          )}
        </Typography>
      </Box>
      {!person.approved && <ToneChip tone="stopped">{t('rider_closed')}</ToneChip>}
    </Box>
  );
}
