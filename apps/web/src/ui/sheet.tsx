// Sheet over the map: a bottom sheet with a drag handle on phones, a side panel on wide screens.
import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/i18n/use-language.ts';
import { type MapPadding, noPadding } from './map-padding.ts';
import { darkModeOutline } from './over-map.ts';
import { nextPosition, type SheetPosition } from './sheet-position.ts';
import { panelInset, panelWidth, restHeight } from './sheet-size.ts';

const heights: Record<SheetPosition, string> = { peek: '132px', rest: restHeight, full: '92dvh' };

export interface SheetContent {
  /** The sheet scrolls to its start when this changes, so that a new state of the trip is seen. */
  readonly shownState?: string | undefined;
  readonly children: ReactNode;
}

interface SheetProps extends SheetContent {
  readonly onPadding: (padding: MapPadding) => void;
}

export function Sheet({ onPadding, shownState, children }: SheetProps) {
  const wide = useMediaQuery((theme: { breakpoints: { up: (key: 'md') => string } }) =>
    theme.breakpoints.up('md'),
  );
  const { direction } = useLanguage();
  const [position, setPosition] = useState<SheetPosition>('rest');
  const sheet = useRef<HTMLElement>(null);
  const scrolled = useRef<HTMLElement>(null);

  const lastState = useRef(shownState);
  useEffect(() => {
    if (lastState.current === shownState) return;
    lastState.current = shownState;
    if (scrolled.current) scrolled.current.scrollTop = 0;
  }, [shownState]);

  useEffect(() => {
    const element = sheet.current;
    if (!element) return;
    const report = () => {
      const { height, width } = element.getBoundingClientRect();
      if (!wide)
        return onPadding({ ...noPadding, top: 72, bottom: Math.min(height, window.innerHeight * 0.62) });
      const side = width + panelInset;
      onPadding({
        ...noPadding,
        left: direction === 'ltr' ? side : 0,
        right: direction === 'rtl' ? side : 0,
      });
    };
    const observer = new ResizeObserver(report);
    observer.observe(element);
    return () => observer.disconnect();
  }, [wide, direction, onPadding]);

  return (
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      ref={sheet}
      sx={[
        {
          position: 'absolute',
          display: 'flex',
          flexDirection: 'column',
          bgcolor: 'background.paper',
          color: 'text.primary',
          boxShadow: '0 -6px 32px rgb(0 0 0 / 0.16)',
          ...darkModeOutline,
          outline: 'none',
          overflow: 'hidden',
          transition: 'max-height 220ms cubic-bezier(0.2, 0.8, 0.2, 1)',
        },
        wide
          ? {
              insetInlineStart: panelInset,
              top: panelInset,
              width: panelWidth,
              maxHeight: `calc(100dvh - ${2 * panelInset}px)`,
              borderRadius: '20px',
            }
          : {
              insetInline: 0,
              bottom: 0,
              maxHeight: heights[position],
              minHeight: position === 'full' ? heights.full : 0,
              borderRadius: '20px 20px 0 0',
            },
      ]}
    >
      {!wide && <DragHandle position={position} onChange={setPosition} />}
      <Box
        ref={scrolled}
        sx={{
          overflowY: 'auto',
          overscrollBehavior: 'contain',
          px: 2,
          pt: wide ? 2.5 : 0.5,
          pb: 'max(16px, env(safe-area-inset-bottom))',
        }}
      >
        {children}
      </Box>
    </Box>
  );
}

function DragHandle({
  position,
  onChange,
}: {
  position: SheetPosition;
  onChange: (next: SheetPosition) => void;
}) {
  const { t } = useTranslation();
  const startY = useRef<number | null>(null);
  const dragged = useRef(false);

  const finish = (event: PointerEvent) => {
    if (startY.current === null) return;
    const moved = event.clientY - startY.current;
    startY.current = null;
    const next = nextPosition(position, moved);
    dragged.current = next !== position;
    onChange(next);
  };

  return (
    <Box
      component="button"
      type="button"
      aria-label={position === 'full' ? t('sheet_smaller') : t('sheet_larger')}
      aria-expanded={position === 'full'}
      onPointerDown={(event) => {
        startY.current = event.clientY;
        dragged.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={finish}
      onPointerCancel={() => {
        startY.current = null;
      }}
      onClick={() => {
        if (!dragged.current) onChange(position === 'full' ? 'rest' : position === 'peek' ? 'rest' : 'full');
        dragged.current = false;
      }}
      sx={{
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        // Large enough for a finger: the lower part is over the upper edge of the content.
        position: 'relative',
        zIndex: 1,
        height: 44,
        pb: '16px',
        mb: '-16px',
        width: '100%',
        border: 0,
        bgcolor: 'transparent',
        cursor: 'grab',
        touchAction: 'none',
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -4 },
      }}
    >
      <Box component="span" sx={{ width: 40, height: 4, borderRadius: 2, bgcolor: 'text.disabled' }} />
    </Box>
  );
}
