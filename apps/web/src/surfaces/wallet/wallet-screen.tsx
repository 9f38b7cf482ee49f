// Wallet: live balance, top-up and withdrawal, and the list of entries with their reasons.
import type { Me } from '@kerb/contract';
import AddOutlined from '@mui/icons-material/AddOutlined';
import ArrowOutwardOutlined from '@mui/icons-material/ArrowOutwardOutlined';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { PaymentDialog } from '../../features/payment/payment-dialog.tsx';
import { MyWithdraws } from '../../features/wallet/my-withdraws.tsx';
import { TopupDialog } from '../../features/wallet/topup-dialog.tsx';
import { WalletHistory } from '../../features/wallet/wallet-history.tsx';
import { WithdrawDialog } from '../../features/wallet/withdraw-dialog.tsx';
import { mayWithdraw } from '../../lib/has-wallet.ts';
import { paths } from '../../lib/paths.ts';
import { client, refreshUser } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { Link } from '../../ui/link.tsx';
import { Money } from '../../ui/money.tsx';

export function WalletScreen() {
  const { t } = useTranslation();
  const { user } = useAuth();
  if (!user) return null;
  return (
    <ConsoleShell title={t('wallet_title')}>
      <Wallet user={user} />
    </ConsoleShell>
  );
}

type OpenDialog = 'topup' | 'withdraw' | null;

/** The address of a trip in the wallet's history, by the role of the wallet's owner. */
function tripPathOf({ usertype }: Me): (booking: string) => string {
  switch (usertype) {
    case 'driver':
      return paths.driverTrip;
    case 'rider':
      return paths.trip;
    case 'fleetadmin':
    case 'admin':
      return paths.booking;
  }
}

function BalanceCard({ user, onAsk }: { user: Me; onAsk: (asked: OpenDialog) => void }) {
  const { t } = useTranslation();
  const settings = useSettings();
  const isDriver = user.usertype === 'driver';
  const isFleetAdmin = user.usertype === 'fleetadmin';
  const isBlocked = isDriver && settings?.negativeBalance === false && user.walletBalance <= 0;
  return (
    <Box
      component="section"
      sx={{ display: 'grid', gap: 2, p: 3, borderRadius: '20px', bgcolor: 'background.subtle' }}
    >
      <Box role="status">
        <Typography color="text.secondary">{t('wallet_balance')}</Typography>
        <Typography
          variant="h1"
          component="p"
          sx={{ color: user.walletBalance < 0 ? 'error.main' : undefined }}
        >
          <Money amount={user.walletBalance} strong />
        </Typography>
        {user.walletBalance < 0 && !isFleetAdmin && <Typography>{t('wallet_owed')}</Typography>}
        {isBlocked && <Typography>{t('wallet_blocked')}</Typography>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {!isFleetAdmin && (
          <Button
            variant="contained"
            color="secondary"
            size="large"
            startIcon={<AddOutlined />}
            onClick={() => onAsk('topup')}
          >
            {t('topup')}
          </Button>
        )}
        {mayWithdraw(user.usertype, settings) && (
          <Button
            variant="outlined"
            size="large"
            startIcon={<ArrowOutwardOutlined />}
            disabled={user.walletBalance <= 0}
            onClick={() => onAsk('withdraw')}
          >
            {t('withdraw')}
          </Button>
        )}
        {isDriver && (
          <Button component={Link} to={paths.statement} size="large" startIcon={<DescriptionOutlined />}>
            {t('wallet_statement')}
          </Button>
        )}
      </Box>
    </Box>
  );
}

function Wallet({ user }: { user: Me }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const [asked, setAsked] = useState<OpenDialog>(
    query.has('pay') && user.usertype !== 'fleetadmin' ? 'topup' : null,
  );
  const [amount, setAmount] = useState<number | null>(null);
  const openTopup = useCallback(() => client.openTopup({ body: { amount: amount ?? 0 } }), [amount]);
  const close = () => {
    setAsked(null);
    if (query.has('pay')) setQuery({}, { replace: true });
  };
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 720 }}>
      <BalanceCard user={user} onAsk={setAsked} />
      <MyWithdraws />
      <Box component="section" sx={{ display: 'grid', gap: 1.5 }}>
        <Typography variant="h4" component="h2">
          {t('wallet_history')}
        </Typography>
        <WalletHistory tripPath={tripPathOf(user)} />
      </Box>
      <TopupDialog open={asked === 'topup' && amount === null} onClose={close} onChosen={setAmount} />
      <PaymentDialog
        loadForm={amount === null ? null : openTopup}
        onClose={() => {
          setAmount(null);
          close();
        }}
      />
      <WithdrawDialog
        open={asked === 'withdraw'}
        user={user}
        onClose={close}
        onDone={() => {
          close();
          void refreshUser();
        }}
      />
    </Box>
  );
}
