// Where a message is written: grows with it, Enter sends where there is a keyboard.
import { CHAT_MESSAGE_LENGTH, cleanMessage } from '@kerb/domain/chat';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-settings.ts';

/** From so many characters on, how many are left is said. */
const countsFrom = CHAT_MESSAGE_LENGTH - 100;

export function Composer({ onSend }: { readonly onSend: (text: string) => void }) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  const { number } = useFormat();
  // On a phone the Enter key is for a new line, and the button for sending.
  const hasMouse = useMediaQuery('(hover: hover) and (pointer: fine)');
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const isEmpty = cleanMessage(text) === '';

  const send = () => {
    if (isEmpty) return;
    onSend(text.trim());
    setText('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composing of a character is no wish to send.
    if (event.key !== 'Enter' || event.shiftKey || !hasMouse || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{
        ...{ display: 'grid', gap: 0.5, px: 2, pt: 1, width: '100%', maxWidth: 752, mx: 'auto' },
        pb: 'max(12px, env(safe-area-inset-bottom))',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        <InputBase
          multiline
          maxRows={5}
          value={text}
          inputRef={input}
          placeholder={t('chat_write')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          inputProps={{ maxLength: CHAT_MESSAGE_LENGTH, 'aria-label': t('chat_write'), dir: 'auto' }}
          sx={{
            ...{
              flex: 1,
              px: 2,
              py: 1.25,
              minHeight: 48,
              borderRadius: '24px',
              bgcolor: 'background.subtle',
            },
            ...{ border: '2px solid transparent', '&.Mui-focused': { borderColor: 'primary.main' } },
          }}
        />
        <IconButton
          type="submit"
          aria-label={t('chat_send')}
          disabled={isEmpty}
          sx={{
            ...{ width: 48, height: 48, bgcolor: 'primary.main', color: 'primary.contrastText' },
            '&:hover': { bgcolor: 'primary.dark' },
            '&.Mui-disabled': { bgcolor: 'background.subtle' },
          }}
        >
          <SendOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </IconButton>
      </Box>
      {text.length >= countsFrom && (
        <Typography variant="caption" color="text.secondary" role="status" className="tabular">
          {t('chat_left', {
            count: CHAT_MESSAGE_LENGTH - text.length,
            left: number(CHAT_MESSAGE_LENGTH - text.length),
          })}
        </Typography>
      )}
    </Box>
  );
}
