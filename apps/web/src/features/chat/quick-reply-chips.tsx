// Row of quick replies above the composer; wraps where it does not fit.
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useTranslation } from 'react-i18next';
import type { QuickReply } from './quick-replies.ts';

interface QuickReplyChipsProps {
  readonly replies: readonly QuickReply[];
  /** Called with the text in the sender's language. */
  readonly onSend: (text: string) => void;
}

export function QuickReplyChips({ replies, onSend }: QuickReplyChipsProps) {
  const { t } = useTranslation();
  if (replies.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('chat_replies')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        m: 0,
        px: 2,
        py: 0.5,
        listStyle: 'none',
        flexShrink: 0,
        width: '100%',
        maxWidth: 752,
        mx: 'auto',
      }}
    >
      {replies.map((reply) => (
        <Box component="li" key={reply}>
          <ButtonBase
            onClick={() => onSend(t(reply))}
            sx={{
              minHeight: 44,
              px: 2,
              borderRadius: '22px',
              whiteSpace: 'nowrap',
              border: '1px solid',
              borderColor: 'divider',
              typography: 'body2',
              fontWeight: 560,
              '&:hover': { bgcolor: 'background.subtle' },
              '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
            }}
          >
            {t(reply)}
          </ButtonBase>
        </Box>
      ))}
    </Box>
  );
}
