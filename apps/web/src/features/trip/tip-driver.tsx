// Tip for the driver after a paid trip: suggested amounts or a custom one, from the wallet or by card; then the given
// tip.
import type { BookingView, PaymentForm } from '@kerb/contract';
import { suggestedTips } from '@kerb/domain/booking';
import { minor, toMajor, toMinor } from '@kerb/domain/kernel';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { client } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useFormat } from '../../lib/use-format.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AmountField } from '../../ui/amount-field.tsx';
import { firstNameOf } from '../../ui/first-name.ts';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { numberText, parseAmount } from '../../ui/parse-amount.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { useTripAction } from './use-trip-action.ts';

interface TipDriverProps {
  readonly booking: BookingView;
  readonly trip: { update: (booking: BookingView) => void; retry: () => void };
  /** A tip whose payment failed, chosen again at first; major units. */
  readonly failedTip: number | null;
  /** Opens the choice of payment providers for the payment form that `loadForm` loads. */
  readonly onCard: (loadForm: () => Promise<PaymentForm>) => void;
}

export function TipDriver({ booking, trip, failedTip, onCard }: TipDriverProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const name = firstNameOf(booking.driver_name ?? '');
  if (booking.tip > 0)
    return (
      <Typography role="status" sx={{ fontWeight: 620 }}>
        {t('tip_given', { name, amount: money(booking.tip) })}
      </Typography>
    );
  if (!booking.actions.includes('tip')) return null;
  return <TipForm booking={booking} name={name} trip={trip} failedTip={failedTip} onCard={onCard} />;
}

function TipForm({ booking, name, trip, failedTip, onCard }: TipDriverProps & { readonly name: string }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const { locale } = useLanguage();
  const { user } = useAuth();
  const action = useTripAction(trip);
  const decimals = useSettings()?.decimal ?? 2;
  const suggestions = suggestedTips(toMinor(booking.trip_cost, decimals)).map((tip) =>
    toMajor(minor(tip), decimals),
  );
  const otherTip = failedTip !== null && !suggestions.includes(failedTip) ? failedTip : null;
  const [chosen, setChosen] = useState<number | 'other' | null>(otherTip === null ? failedTip : 'other');
  const [text, setText] = useState(() => (otherTip === null ? '' : numberText(otherTip, locale)));
  const amount = chosen === 'other' ? parseAmount(text, decimals, locale) : chosen;
  const isTooLarge = amount !== null && amount > booking.trip_cost;
  const tip = isTooLarge ? null : amount;
  const params = { id: booking.id };
  const isCovered = user?.usertype === 'rider' && tip !== null && user.walletBalance >= tip;
  return (
    <Box component="section" aria-label={t('tip_question', { name })} sx={{ display: 'grid', gap: 1.5 }}>
      <Box>
        <Typography variant="h5" component="h3">
          {t('tip_question', { name })}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {t('tip_all_theirs', { name })}
        </Typography>
      </Box>
      <Box sx={choicesLook}>
        {suggestions.map((suggested) => (
          <Choice
            key={suggested}
            label={money(suggested)}
            isChosen={chosen === suggested}
            onChoose={() => setChosen(chosen === suggested ? null : suggested)}
          />
        ))}
        <Choice
          label={t('tip_other')}
          isChosen={chosen === 'other'}
          onChoose={() => setChosen(chosen === 'other' ? null : 'other')}
        />
      </Box>
      {chosen === 'other' && (
        <AmountField
          label={t('tip_amount')}
          value={text}
          onChange={setText}
          error={isTooLarge ? t('tip_too_large') : ''}
        />
      )}
      {tip !== null && (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(144px, 1fr))', gap: 1 }}>
          <LoadingButton
            variant="contained"
            color="secondary"
            size="large"
            loading={action.busy}
            disabled={!isCovered}
            onClick={() => void action.run(() => client.tipDriver({ params, body: { amount: tip } }))}
          >
            {isCovered ? t('tip_from_wallet') : t('pay_wallet_lacks')}
          </LoadingButton>
          <Button
            variant="outlined"
            size="large"
            disabled={action.busy}
            onClick={() => onCard(() => client.openTipPayment({ params, body: { amount: tip } }))}
          >
            {t('tip_by_card')}
          </Button>
        </Box>
      )}
      <ProblemText problem={action.problem} />
    </Box>
  );
}

/** Two columns, because four amounts with their currency do not fit side by side; a last odd choice fills its row. */
const choicesLook = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 1,
  '& > :last-child:nth-child(odd)': { gridColumn: '1 / -1' },
} as const;

interface ChoiceProps {
  readonly label: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const Choice = ({ label, isChosen, onChoose }: ChoiceProps) => (
  <Button
    variant={isChosen ? 'contained' : 'outlined'}
    aria-pressed={isChosen}
    size="large"
    onClick={onChoose}
    sx={{ whiteSpace: 'nowrap', px: 1 }}
  >
    {label}
  </Button>
);
