// Picture in a chat: a thumbnail in its bubble, and the large picture when it is tapped.
import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Size reserved for the thumbnail before it loads, so that the layout does not shift. */
export const thumbnail = {
  display: 'block',
  width: 220,
  maxWidth: '100%',
  height: 165,
  objectFit: 'cover',
  borderRadius: '12px',
  bgcolor: 'background.default',
} as const;

interface PictureProps {
  readonly src: string;
  readonly alt: string;
}

export function Picture({ src, alt }: PictureProps) {
  const { t } = useTranslation();
  const [isLarge, setLarge] = useState(false);
  const [isLost, setLost] = useState(false);
  if (isLost)
    return (
      <Box component="span" sx={{ display: 'block' }}>
        {t('chat_picture_lost')}
      </Box>
    );
  return (
    <>
      <ButtonBase
        aria-label={t('chat_picture_open', { what: alt })}
        onClick={() => setLarge(true)}
        sx={{
          // Extends the thumbnail half way into the bubble's padding on both sides.
          display: 'block',
          maxWidth: 'calc(100% + 12px)',
          borderRadius: '12px',
          mx: -0.75,
          mt: -0.25,
          '&:focus-visible': { outline: '3px solid', outlineColor: 'secondary.main' },
        }}
      >
        <Box component="img" src={src} alt="" loading="lazy" onError={() => setLost(true)} sx={thumbnail} />
      </ButtonBase>
      <Dialog
        open={isLarge}
        onClose={() => setLarge(false)}
        maxWidth={false}
        aria-label={alt}
        slotProps={{ paper: { sx: { m: 1, bgcolor: 'background.default', position: 'relative' } } }}
      >
        <IconButton
          autoFocus
          aria-label={t('chat_picture_close')}
          onClick={() => setLarge(false)}
          sx={{
            position: 'absolute',
            top: 8,
            insetInlineEnd: 8,
            width: 48,
            height: 48,
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.subtle' },
          }}
        >
          <CloseOutlined />
        </IconButton>
        <Box
          component="img"
          src={src}
          alt={alt}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: 'calc(100dvh - 32px)', objectFit: 'contain' }}
        />
      </Dialog>
    </>
  );
}
