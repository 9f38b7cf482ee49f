// Referrals of a person with their bonuses; an admin can revoke a bonus with a reason.
import type { ReferralView } from '@kerb/contract';
import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { pagedEntries, pageLength } from '../../ui/paged-entries.ts';
import { type Tone, ToneChip } from '../../ui/tone-chip.tsx';
import { EntryList } from './entry-list.tsx';
import { Line } from './person-entries.tsx';
import { useMoment } from './use-moment.ts';

const tones: Record<ReferralView['status'], Tone> = {
  held: 'waiting',
  paid: 'done',
  withheld: 'stopped',
  reversed: 'stopped',
};

export function PersonReferrals({ id }: { id: string }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const [asked, setAsked] = useState<ReferralView | null>(null);
  const entries = pagedEntries(
    answers.listReferralsPages.useInfiniteQuery({ params: { id }, query: { limit: pageLength } }),
  );
  return (
    <>
      <EntryList
        label={t('person_tab_referrals')}
        entries={entries}
        keyOf={({ rider }) => rider.id}
        icon={<CardGiftcardOutlined />}
        emptyTitle={t('person_no_referrals')}
        emptyText={t('person_no_referrals_text')}
        render={(referral) => {
          const isInvited = referral.rider.id === id;
          const other = isInvited ? referral.referrer : referral.rider;
          const name = other?.name || t('person_unnamed');
          return (
            <Line
              title={isInvited ? t('referral_invited_by', { name }) : t('referral_invited', { name })}
              text={
                <>
                  {moment(referral.at)}
                  {referral.status === 'held' && referral.dueAt !== null && (
                    <> · {t('referral_due', { when: moment(referral.dueAt) })}</>
                  )}
                  {referral.reason !== '' && (
                    <>
                      {' · '}
                      <bdi>{referral.reason}</bdi>
                    </>
                  )}
                </>
              }
              end={
                <>
                  <Money strong amount={isInvited ? referral.bonus : referral.referrerBonus} />
                  <ToneChip tone={tones[referral.status]}>{t(`referral_${referral.status}`)}</ToneChip>
                  {(referral.status === 'held' || referral.status === 'paid') && (
                    <Button size="small" color="error" onClick={() => setAsked(referral)}>
                      {t('referral_reverse')}
                    </Button>
                  )}
                </>
              }
            />
          );
        }}
      />
      {asked && <ReverseDialog referral={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

interface ReverseDialogProps {
  readonly referral: ReferralView;
  readonly onClose: () => void;
}

function ReverseDialog({ referral, onClose }: ReverseDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [reason, setReason] = useState('');
  const [send, { isLoading, error, reset }] = answers.reverseReferral.useMutation();
  const isPaid = referral.status === 'paid';

  const reverse = async () => {
    const sent = await send({ params: { id: referral.rider.id }, body: { reason: reason.trim() } });
    if (!sent.error) onClose();
  };

  return (
    <ConfirmDialog
      open
      title={t('referral_reverse_title')}
      confirmText={t('referral_reverse')}
      destructive
      busy={isLoading}
      disabled={reason.trim() === ''}
      onConfirm={() => void reverse()}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{t(isPaid ? 'referral_reverse_text' : 'referral_stop_text')}</Typography>
      <TextField
        label={t('person_reason')}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          reset();
        }}
        error={error !== undefined}
        helperText={error === undefined ? ' ' : errorText(error)}
        multiline
        minRows={2}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 300, 'aria-required': true, dir: 'auto' } }}
      />
    </ConfirmDialog>
  );
}
