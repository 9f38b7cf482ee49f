// Slider that must be dragged to its end to confirm, against accidental touches; Enter and Space confirm by keyboard. It
// stays mounted while it is blocked and when its text changes, so that it does not lose the focus.
import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { slideProgress } from './slide-progress.ts';

interface SlideToConfirmProps {
  /** What is confirmed. A drag or key press that began with another text confirms nothing. */
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

/** The x coordinate in px where a drag started, and the text then. */
interface DragStart {
  readonly x: number;
  readonly text: string;
}

const isConfirmKey = (key: string) => key === 'Enter' || key === ' ';

export function SlideToConfirm({ text, busy = false, disabled = false, onConfirm }: SlideToConfirmProps) {
  const { direction } = useLanguage();
  const track = useRef<HTMLDivElement>(null);
  const start = useRef<DragStart | null>(null);
  /** The text when Enter or Space was pressed; null after their click, and for clicks of assistive technology. */
  const pressedAt = useRef<string | null>(null);
  const [drag, setDrag] = useState({ text, offset: 0 });
  const blocked = busy || disabled;
  const offset = drag.text === text && !blocked ? drag.offset : 0;

  const measure = (event: PointerEvent, { x }: DragStart) =>
    slideProgress(x, event.clientX, (track.current?.clientWidth ?? 0) - thumb - 8, direction);

  const beginDrag = (event: PointerEvent<HTMLButtonElement>) => {
    if (blocked) return;
    start.current = { x: event.clientX, text };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const moveDrag = (event: PointerEvent) => {
    if (start.current !== null)
      setDrag({ text: start.current.text, offset: measure(event, start.current).offset });
  };
  const endDrag = (event: PointerEvent) => {
    const started = start.current;
    if (started === null) return;
    cancelDrag();
    if (started.text === text && !blocked && measure(event, started).complete) onConfirm();
  };
  const cancelDrag = () => {
    start.current = null;
    setDrag({ text, offset: 0 });
  };

  const pressKey = (event: KeyboardEvent) => {
    if (!isConfirmKey(event.key)) return;
    // A held key clicks again and again: its first click may already have led to the next text.
    if (event.repeat) event.preventDefault();
    else pressedAt.current = text;
  };
  const click = (event: MouseEvent) => {
    const confirmed = pressedAt.current ?? text;
    pressedAt.current = null;
    // `detail` is 0 for Enter, Space and assistive technology; other clicks do not confirm.
    if (event.detail === 0 && !blocked && confirmed === text) onConfirm();
  };
  const leave = () => {
    pressedAt.current = null;
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
        aria-disabled={blocked}
        onKeyDown={pressKey}
        onClick={click}
        onBlur={leave}
        onPointerDown={beginDrag}
        onPointerMove={moveDrag}
        onPointerUp={endDrag}
        onPointerCancel={cancelDrag}
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
