// Text about the state of an emergency call, in the dialog and on the screen of the trip.
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import type { PanicState } from './panic-calls.ts';

export function PanicStatus({ state }: { state: PanicState }) {
  const { t } = useTranslation();
  const { time } = useFormat();
  const errorText = useErrorText();
  switch (state.kind) {
    case 'ready':
      return <Typography>{t('panic_text')}</Typography>;
    case 'sending':
      return <Typography>{t('panic_sending')}</Typography>;
    case 'trying':
      return <Alert severity="warning">{t('panic_trying')}</Alert>;
    case 'received':
      return <Alert severity="success">{t('panic_heard', { time: time(state.at) })}</Alert>;
    case 'refused':
      return <Alert severity="error">{t('panic_refused', { reason: errorText(state.problem) })}</Alert>;
  }
}
