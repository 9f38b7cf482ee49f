// Confirmation dialog before a credit: shows the wallet's owner, and the balance before and after.
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-settings.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Money } from '../../ui/money.tsx';
import { useLastShown } from '../../ui/use-last-shown.ts';
import { Holder } from './holder-picker.tsx';
import type { Credit } from './use-credit.ts';

interface ConfirmCreditProps {
  /** Null closes the dialog. */
  readonly credit: Credit | null;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmCredit({ credit: asked, ...dialog }: ConfirmCreditProps) {
  const credit = useLastShown(asked);
  const { t } = useTranslation();
  const { money } = useFormat();
  const amount = money(credit?.amount ?? 0);
  return (
    <ConfirmDialog
      {...dialog}
      open={asked !== null}
      title={t('credit_confirm_title', { amount })}
      confirmText={t('credit_confirm', { amount })}
    >
      {credit && (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Holder person={credit.person} withBalance={false} />
          <Box
            component="dl"
            sx={{
              m: 0,
              p: 2,
              borderRadius: '12px',
              bgcolor: 'background.subtle',
              display: 'grid',
              gridTemplateColumns: '1fr auto',
              rowGap: 0.5,
              '& dd': { m: 0 },
            }}
          >
            <dt>{t('credit_before')}</dt>
            <dd>
              <Money amount={credit.person.walletBalance} />
            </dd>
            <dt>{t('credit_after')}</dt>
            <dd>
              <Money strong amount={credit.person.walletBalance + credit.amount} />
            </dd>
          </Box>
        </Box>
      )}
    </ConfirmDialog>
  );
}
