// Confirmation dialogs before a withdrawal is decided: the amount and account to pay, or the reason for a rejection.
import type { Withdraw } from '@kerb/contract';
import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';

interface DecideProps {
  /** Null closes the dialog. */
  readonly withdraw: Withdraw | null;
  readonly busy: boolean;
  readonly onClose: () => void;
}

function Payee({ withdraw }: { withdraw: Withdraw }) {
  const { t } = useTranslation();
  const lines = [
    [t('withdraws_name'), withdraw.name || t('money_unnamed')],
    ...(['bankName', 'bankCode', 'bankAccount'] as const).flatMap((field) =>
      withdraw[field] ? [[t(`withdraws_${field}`), withdraw[field]]] : [],
    ),
  ];
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 2,
        rowGap: 0.5,
        m: 0,
        mb: 2,
        p: 2,
        borderRadius: '12px',
        bgcolor: 'background.subtle',
      }}
    >
      {lines.map(([label, value]) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            <bdi>{value}</bdi>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

export function ProcessDialog({
  withdraw: asked,
  onConfirm,
  ...dialog
}: DecideProps & { onConfirm: () => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const withdraw = useLastShown(asked);
  return (
    <ConfirmDialog
      {...dialog}
      open={asked !== null}
      title={t('withdraws_process_title', { amount: money(withdraw?.amount ?? 0) })}
      confirmText={t('withdraws_process_confirm')}
      onConfirm={onConfirm}
    >
      {withdraw && <Payee withdraw={withdraw} />}
      <Typography>{t('withdraws_process_text')}</Typography>
    </ConfirmDialog>
  );
}

export function ReturnDialog({
  withdraw,
  busy,
  onConfirm,
  onClose,
}: DecideProps & { onConfirm: (reason: string) => void }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason.trim() === '';
  return (
    <ConfirmDialog
      open={withdraw !== null}
      busy={busy}
      destructive
      title={t('withdraws_return_title', { amount: money(withdraw?.amount ?? 0) })}
      confirmText={t('withdraws_return_confirm')}
      onConfirm={() => (missing ? setTried(true) : onConfirm(reason.trim()))}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{t('withdraws_return_text')}</Typography>
      <TextField
        label={t('money_reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={tried && missing}
        helperText={tried && missing ? t('money_reason_missing') : ' '}
        multiline
        minRows={2}
        fullWidth
        autoFocus
        slotProps={{ htmlInput: { maxLength: 300, 'aria-required': true, dir: 'auto' } }}
      />
    </ConfirmDialog>
  );
}
