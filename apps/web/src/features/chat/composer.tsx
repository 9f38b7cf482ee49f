// Message field of a chat: grows with its text, sends on Enter where there is a keyboard, and sends a picture at once.
import { CHAT_MESSAGE_LENGTH, cleanMessage } from '@kerb/domain/chat';
import AddPhotoAlternateOutlined from '@mui/icons-material/AddPhotoAlternateOutlined';
import SendOutlined from '@mui/icons-material/SendOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useFormat } from '../../lib/use-format.ts';
import { ChatClosed } from './chat-states.tsx';

/** Number of characters from which the remaining number is shown. */
const countsFrom = CHAT_MESSAGE_LENGTH - 100;

interface ComposerProps {
  /** True when the chat is closed: the typed text stays readable and can be copied, but not sent. */
  readonly isClosed: boolean;
  readonly onSend: (text: string) => void;
  readonly onPicture: (file: File) => void;
  /** Called with the text on each change. */
  readonly onWriting: (text: string) => void;
}

export function Composer({ isClosed, onSend, onPicture, onWriting }: ComposerProps) {
  const { t } = useTranslation();
  const { direction } = useLanguage();
  // On a phone Enter inserts a line break; only the button sends.
  const hasMouse = useMediaQuery('(hover: hover) and (pointer: fine)');
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  const isEmpty = cleanMessage(text) === '';
  const isTooLong = text.length > CHAT_MESSAGE_LENGTH;

  const write = (next: string) => {
    setText(next);
    onWriting(next);
  };
  const send = () => {
    if (isEmpty || isTooLong || isClosed) return;
    onSend(text.trim());
    write('');
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that confirms an input method's composition must not send the message.
    if (event.key !== 'Enter' || event.shiftKey || !hasMouse || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  if (isClosed && isEmpty) return <ChatClosed />;
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      sx={{
        display: 'grid',
        gap: 0.5,
        px: 2,
        pt: 1,
        width: '100%',
        maxWidth: 752,
        mx: 'auto',
        pb: 'max(12px, env(safe-area-inset-bottom))',
      }}
    >
      {isClosed && <ChatClosed />}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1 }}>
        {!isClosed && <PictureButton onPicture={onPicture} />}
        <InputBase
          multiline
          maxRows={5}
          value={text}
          inputRef={input}
          placeholder={t('chat_write')}
          readOnly={isClosed}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
          inputProps={{ 'aria-label': t('chat_write'), 'aria-invalid': isTooLong, dir: 'auto' }}
          sx={{
            flex: 1,
            px: 2,
            py: 1.25,
            minHeight: 48,
            borderRadius: '24px',
            bgcolor: 'background.subtle',
            border: '2px solid transparent',
            '&.Mui-focused': { borderColor: 'primary.main' },
          }}
        />
        <IconButton
          type="submit"
          aria-label={t('chat_send')}
          disabled={isEmpty || isTooLong || isClosed}
          sx={{
            width: 48,
            height: 48,
            bgcolor: 'primary.main',
            color: 'primary.contrastText',
            '&:hover': { bgcolor: 'primary.dark' },
            '&.Mui-disabled': { bgcolor: 'background.subtle' },
          }}
        >
          <SendOutlined sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        </IconButton>
      </Box>
      {text.length >= countsFrom && <Left left={CHAT_MESSAGE_LENGTH - text.length} />}
    </Box>
  );
}

/** Shows how many characters are left, or how many are too many: a long text is not truncated. */
function Left({ left }: { left: number }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const count = Math.abs(left);
  return (
    <Typography
      variant="caption"
      color={left < 0 ? 'error' : 'text.secondary'}
      role="status"
      className="tabular"
    >
      {t(left < 0 ? 'chat_too_long' : 'chat_left', { count, left: number(count) })}
    </Typography>
  );
}

function PictureButton({ onPicture }: Pick<ComposerProps, 'onPicture'>) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        aria-label={t('chat_picture')}
        onClick={() => input.current?.click()}
        sx={{ width: 48, height: 48, flexShrink: 0 }}
      >
        <AddPhotoAlternateOutlined />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('chat_picture')}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Reset the input, so that choosing the same file again after a failure fires a change event.
          event.target.value = '';
          if (file) onPicture(file);
        }}
      />
    </>
  );
}
