// Content of the dialog that deletes an account: the consequences, and the checkboxes for consent.
import type { Me } from '@kerb/contract';
import { ApiError } from '@kerb/sdk/client';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { WalletHurdle } from './deletion-rules.ts';

interface Consent {
  readonly understood: boolean;
  readonly forfeit: boolean;
}

interface DeletionTermsProps {
  readonly user: Me;
  readonly hurdle: WalletHurdle;
  readonly consent: Consent;
  readonly onConsent: (consent: Consent) => void;
  /** Error of the rejected deletion, or null. */
  readonly problem: unknown;
  readonly busy: boolean;
}

/** True for the error code `user_busy`, whose general text is about another user, so it does not fit here. */
const isBusy = (problem: unknown) => problem instanceof ApiError && problem.code === 'user_busy';

export function DeletionTerms(props: DeletionTermsProps) {
  const { user, hurdle, consent, onConsent, problem, busy } = props;
  const { t } = useTranslation();
  const { money } = useFormat();
  const errorText = useErrorText();
  const erased = [
    t('account_erased_person'),
    t('account_erased_places'),
    ...(user.driver ? [t('account_erased_driver')] : []),
    t('account_erased_sessions'),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TermList title={t('account_erased')} items={erased} />
      <TermList title={t('account_stays')} items={[t('account_stays_trips'), t('account_stays_ledger')]} />
      {hurdle === 'debt' && (
        <Alert severity="warning">{t('account_debt', { amount: money(-user.walletBalance) })}</Alert>
      )}
      {hurdle === 'forfeit' && (
        <Consenting
          label={t('account_forfeit', { amount: money(user.walletBalance) })}
          checked={consent.forfeit}
          disabled={busy}
          onChange={(forfeit) => onConsent({ ...consent, forfeit })}
        />
      )}
      {hurdle !== 'debt' && (
        <Consenting
          label={t('account_understood')}
          checked={consent.understood}
          disabled={busy}
          onChange={(understood) => onConsent({ ...consent, understood })}
        />
      )}
      {problem !== null && (
        <Alert severity="error">{isBusy(problem) ? t('account_busy') : errorText(problem)}</Alert>
      )}
    </Box>
  );
}

function TermList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Box>
      <Typography component="h3" variant="h6">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, paddingInlineStart: '20px' }}>
        {items.map((item) => (
          <Typography key={item} component="li" variant="body2" color="text.secondary">
            {item}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}

interface ConsentingProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}

function Consenting({ label, checked, disabled, onChange }: ConsentingProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={disabled}
      control={<Checkbox checked={checked} onChange={(event) => onChange(event.target.checked)} />}
      sx={{ alignItems: 'flex-start', '& .MuiFormControlLabel-label': { pt: '9px' } }}
    />
  );
}
