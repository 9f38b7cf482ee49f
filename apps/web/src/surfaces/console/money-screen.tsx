// /money: balances of all accounts, the check that the ledger balances, pending decisions, and the latest entries.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountList } from '../../features/ledger/account-list.tsx';
import { HeldPayments } from '../../features/ledger/held-payments.tsx';
import { ProofCard } from '../../features/ledger/proof-card.tsx';
import { TransactionList } from '../../features/ledger/transaction-list.tsx';
import { answers } from '../../lib/answers.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { ConsoleShell } from '../../ui/console-shell.tsx';
import { ErrorState, Loading } from '../../ui/page-states.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1.5, minWidth: 0 }}>
      <Box>
        <Typography variant="h5" component="h2">
          {title}
        </Typography>
        {text && (
          <Typography variant="body2" color="text.secondary">
            {text}
          </Typography>
        )}
      </Box>
      <Box sx={{ minWidth: 0 }}>{children}</Box>
    </Box>
  );
}

function BooksSkeleton() {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Placeholder height={250} />
        {['a', 'b', 'c', 'd', 'e'].map((row) => (
          <Placeholder key={row} height={68} />
        ))}
      </Box>
    </Loading>
  );
}

export function MoneyScreen() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { answer: state, problem, reload } = shownResponse(answers.getLedger.useQuery());
  return (
    <ConsoleShell title={t('nav_money')}>
      {state === null ? (
        problem === null ? (
          <BooksSkeleton />
        ) : (
          <ErrorState problem={problem} onRetry={reload} />
        )
      ) : (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {problem !== null && <Alert severity="warning">{errorText(problem)}</Alert>}
          <ProofCard state={state} />
          <Part title={t('held_title')} {...(state.held > 0 && { text: t('held_text') })}>
            <HeldPayments />
          </Part>
          <Box
            sx={{
              display: 'grid',
              gap: 5,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            <Part title={t('books_accounts')} text={t('books_accounts_text')}>
              <AccountList accounts={state.accounts} revenue={state.revenue} />
            </Part>
            <Part title={t('tx_title')} text={t('tx_text')}>
              <TransactionList />
            </Part>
          </Box>
        </Box>
      )}
    </ConsoleShell>
  );
}
