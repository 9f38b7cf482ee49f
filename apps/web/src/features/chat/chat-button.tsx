// Button that links a trip to its chat, with the number of unread messages.
import type { BookingView } from '@kerb/contract';
import ChatBubbleOutlineOutlined from '@mui/icons-material/ChatBubbleOutlineOutlined';
import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/use-format.ts';
import { firstNameOf } from '../../ui/first-name.ts';
import { Link } from '../../ui/link.tsx';
import { useUnread } from './use-unread.ts';

interface ChatButtonProps {
  readonly booking: Pick<BookingView, 'id' | 'status' | 'driver'>;
  /** Name of the other party. */
  readonly name: string;
  /** Path of the chat's screen. */
  readonly to: string;
}

/** Renders nothing before a driver has accepted the trip, and after its end when there are no messages. */
export function ChatButton({ booking, name, to }: ChatButtonProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { status, driver } = booking;
  const isOver = status === 'COMPLETE' || status === 'CANCELLED';
  const exists = driver !== null && status !== 'NEW' && status !== 'PAYMENT_PENDING';
  const news = useUnread(booking.id, exists);
  if (!exists || (isOver && !(news?.open || news?.hasMessages))) return null;
  const unread = news?.unread ?? 0;
  const text = news !== null && !news.open ? t('chat_look') : t('chat_open', { name: firstNameOf(name) });
  return (
    <Button
      component={Link}
      to={to}
      variant="outlined"
      color="inherit"
      size="large"
      fullWidth
      // Leaves room for the badge beside the text.
      sx={{ '& .MuiButton-startIcon': { marginInlineEnd: 1.5 } }}
      startIcon={
        <Badge color="error" badgeContent={unread > 0 ? number(unread) : 0} overlap="circular">
          <ChatBubbleOutlineOutlined />
        </Badge>
      }
      aria-label={unread > 0 ? t('chat_open_unread', { text, count: unread, unread: number(unread) }) : text}
    >
      {text}
    </Button>
  );
}
