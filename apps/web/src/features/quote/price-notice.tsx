// Notice on a price that changed without the user's action, shown before the booking can be confirmed.
import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { QuoteNotice } from './use-quote.ts';

export function PriceNotice({ notice }: { readonly notice: QuoteNotice | null }) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const errorText = useErrorText();
  if (notice === null) return null;
  const { was, now, promo } = notice;
  const isSame = was === now;
  return (
    <Alert severity={isSame ? 'info' : 'warning'} role={isSame ? 'status' : 'alert'}>
      {promo !== null && `${errorText(promo)} `}
      {isSame ? t('price_same') : t('price_changed', { now: money(now), was: money(was) })}
    </Alert>
  );
}
