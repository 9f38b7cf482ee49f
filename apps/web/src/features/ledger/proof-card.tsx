// The state of the ledger: whether all entries sum to zero, and how to verify it.
import type { LedgerState } from '@kerb/contract';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { useMoment } from '../../lib/use-moment.ts';
import { Money } from '../../ui/money.tsx';

const shown = 12;

/** The beginning of a hash, with the whole hash in its tooltip and for copying. */
function Hash({ hash }: { hash: string }) {
  return (
    <Box component="code" dir="ltr" title={hash} sx={{ fontSize: '0.8125rem', unicodeBidi: 'isolate' }}>
      {hash.slice(0, shown)}…
    </Box>
  );
}

function Fact({ label, value, text }: { label: string; value: ReactNode; text: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.25, alignContent: 'start', minWidth: 0 }}>
      <Typography component="dt" variant="body2" color="text.secondary">
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0 }}>
        <Typography component="div" sx={{ fontWeight: 640 }}>
          {value}
        </Typography>
        <Typography component="div" variant="body2" color="text.secondary">
          {text}
        </Typography>
      </Box>
    </Box>
  );
}

function Facts({ state }: { state: LedgerState }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { number } = useFormat();
  const { chainHead, lastSeal, separated } = state;
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 3,
        pt: 3,
        borderTop: '1px solid',
        borderColor: 'divider',
        gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
      }}
    >
      <Fact
        label={t('books_chain')}
        value={t('books_links', { count: state.transactions, number: number(state.transactions) })}
        text={chainHead === null ? t('tx_none') : <Hash hash={chainHead} />}
      />
      <Fact
        label={t('books_seal')}
        value={
          lastSeal === null ? (
            t('money_none')
          ) : (
            <>
              <bdi>{lastSeal.day}</bdi> · <Hash hash={lastSeal.hash} />
            </>
          )
        }
        text={lastSeal === null ? t('books_seal_none') : moment(lastSeal.at)}
      />
      <Fact
        label={t('books_guard')}
        value={separated ? t('books_guard_on') : t('books_guard_off')}
        text={separated ? t('books_guard_on_text') : t('books_guard_off_text')}
      />
    </Box>
  );
}

export function ProofCard({ state }: { state: LedgerState }) {
  const { t } = useTranslation();
  const adds = state.total === 0;
  return (
    <Box
      component="section"
      aria-label={adds ? t('books_balanced') : t('books_unbalanced')}
      sx={{
        display: 'grid',
        gap: 3,
        p: { xs: 2.5, sm: 3.5 },
        borderRadius: '20px',
        border: '1px solid',
        borderColor: adds ? 'divider' : 'error.main',
      }}
    >
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', justifyContent: 'space-between' }}>
        <Box sx={{ flex: '1 1 300px', display: 'grid', gap: 1, maxWidth: 560 }}>
          <Typography
            variant="h4"
            component="h2"
            sx={{
              display: 'flex',
              gap: 1,
              alignItems: 'center',
              '& svg': { color: adds ? 'success.main' : 'error.main' },
            }}
          >
            {adds ? <CheckCircleOutlined /> : <ErrorOutlined />}
            {adds ? t('books_balanced') : t('books_unbalanced')}
          </Typography>
          <Typography color="text.secondary">
            {adds ? t('books_balanced_text') : t('books_unbalanced_text')}
          </Typography>
        </Box>
        <Box sx={{ textAlign: { sm: 'end' } }}>
          <Typography variant="body2" color="text.secondary">
            {t('books_total')}
          </Typography>
          <Typography variant="h2" component="p" data-testid="books-total">
            <Money amount={state.total} />
          </Typography>
        </Box>
      </Box>
      <Facts state={state} />
    </Box>
  );
}
