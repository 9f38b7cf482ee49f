// Result of each part of an order, shown below the reference of its first booking.
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useFormat } from '../../lib/use-format.ts';
import { Link } from '../../ui/link.tsx';
import type { Order, OrderLine } from './use-order.ts';

export function OrderResults({ order }: { order: Pick<Order, 'lines' | 'isRunning' | 'tryAgain'> }) {
  const { t } = useTranslation();
  if (order.lines.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('desk_results')}
      aria-live="polite"
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
    >
      {order.lines.map((line) => (
        <Result
          key={line.key}
          line={line}
          isRunning={order.isRunning}
          onTryAgain={() => order.tryAgain(line.key)}
        />
      ))}
    </Box>
  );
}

interface ResultProps {
  readonly line: OrderLine;
  /** True while any part is being booked. */
  readonly isRunning: boolean;
  readonly onTryAgain: () => void;
}

function Result({ line, isRunning, onTryAgain }: ResultProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { money } = useFormat();
  const { state, kind, number, booking, reference, problem, price } = line;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40 }}>
      <StateIcon state={state} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="body2">{t(`desk_line_${kind}`, { number })}</Typography>
        {state === 'failed' && (
          <Typography variant="body2" color="error">
            {errorText(problem)}
          </Typography>
        )}
        {state === 'other_price' && price !== null && (
          <Typography variant="body2" color="warning.main">
            {t('desk_other_price', { amount: money(price) })}
          </Typography>
        )}
      </Box>
      {booking !== null && <Reference booking={booking} reference={reference} isLink={!isRunning} />}
      {state === 'failed' && (
        <Button size="small" onClick={onTryAgain}>
          {t('retry')}
        </Button>
      )}
      {state === 'other_price' && price !== null && (
        <Button size="small" onClick={onTryAgain}>
          {t('desk_accept_price', { amount: money(price) })}
        </Button>
      )}
    </Box>
  );
}

interface ReferenceProps {
  readonly booking: string;
  readonly reference: string | null;
  /** False while parts are being booked: the link leaves the page, and the failure of another part is not seen. */
  readonly isLink: boolean;
}

function Reference({ booking, reference, isLink }: ReferenceProps) {
  const text = <bdi dir="ltr">{reference}</bdi>;
  if (!isLink) return <span className="tabular">{text}</span>;
  return (
    <Box component={Link} to={paths.booking(booking)} className="tabular" sx={{ color: 'inherit' }}>
      {text}
    </Box>
  );
}

function StateIcon({ state }: Pick<OrderLine, 'state'>) {
  const { t } = useTranslation();
  if (state === 'done') return <CheckCircleOutlined titleAccess={t('done')} sx={{ color: 'success.main' }} />;
  if (state === 'waiting' || state === 'running') return <CircularProgress size={20} sx={{ m: 0.25 }} />;
  const color = state === 'failed' ? 'error.main' : 'warning.main';
  return <ErrorOutlined aria-hidden="true" sx={{ color }} />;
}
