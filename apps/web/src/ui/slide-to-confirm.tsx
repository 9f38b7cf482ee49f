// Slider that must be dragged to its end to confirm, against accidental touches; Enter and Space confirm by keyboard.
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { type PointerEvent, useRef, useState } from 'react';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { slideProgress } from './slide-progress.ts';

interface SlideToConfirmProps {
  text: string;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
}

const thumb = 52;

const trackStyle = {
  position: 'relative',
  height: thumb + 8,
  borderRadius: '16px',
  bgcolor: 'secondary.main',
  color: 'secondary.contrastText',
} as const;

const textStyle = {
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  px: 9,
  fontWeight: 660,
  fontSize: '1.0625rem',
  textAlign: 'center',
} as const;

const thumbStyle = {
  position: 'absolute',
  top: 4,
  insetInlineStart: 4,
  width: thumb,
  height: thumb,
  border: 0,
  borderRadius: '13px',
  bgcolor: '#14171F',
  color: '#FFFFFF',
  display: 'grid',
  placeItems: 'center',
  cursor: 'grab',
  touchAction: 'none',
  '&:focus-visible': { outline: '3px solid #FFFFFF', outlineOffset: -5 },
} as const;

export function SlideToConfirm({ text, busy = false, disabled = false, onConfirm }: SlideToConfirmProps) {
  const { direction } = useLanguage();
  const track = useRef<HTMLDivElement>(null);
  const startX = useRef<number | null>(null);
  const [offset, setOffset] = useState(0);
  const blocked = busy || disabled;

  const measure = (event: PointerEvent) =>
    slideProgress(
      startX.current ?? event.clientX,
      event.clientX,
      (track.current?.clientWidth ?? 0) - thumb - 8,
      direction,
    );

  const release = (event: PointerEvent) => {
    if (startX.current === null) return;
    const { complete } = measure(event);
    startX.current = null;
    setOffset(0);
    if (complete) onConfirm();
  };

  return (
    <Box ref={track} sx={{ ...trackStyle, opacity: disabled ? 0.5 : 1 }}>
      <Box aria-hidden="true" sx={textStyle}>
        {text}
      </Box>
      <Box
        component="button"
        type="button"
        aria-label={text}
        aria-busy={busy}
        disabled={blocked}
        onClick={(event) => {
          // `detail` is 0 for Enter, Space and assistive technology; other clicks do not confirm.
          if (event.detail === 0 && !blocked) onConfirm();
        }}
        onPointerDown={(event) => {
          startX.current = event.clientX;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (startX.current !== null) setOffset(measure(event).offset);
        }}
        onPointerUp={release}
        onPointerCancel={() => {
          startX.current = null;
          setOffset(0);
        }}
        style={{ transform: `translateX(${direction === 'rtl' ? -offset : offset}px)` }}
        sx={{ ...thumbStyle, transition: offset === 0 ? 'transform 180ms' : 'none' }}
      >
        {busy ? (
          <CircularProgress size={22} color="inherit" />
        ) : (
          <ArrowForwardRounded sx={{ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' }} />
        )}
      </Box>
    </Box>
  );
}
