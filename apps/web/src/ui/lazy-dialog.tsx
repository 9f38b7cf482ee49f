// Creates a dialog whose code loads at an idle moment or when it is first opened. A failed load shows a notice with a
// button that loads again, or the page while the network is up, because a release may have replaced the file; until
// then the screen stays. When the notice closes, the dialog does too.
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadScreen, reloadPage } from '../lib/load-screen.ts';
import { useOpenedOnce } from './use-opened-once.ts';

interface DialogOptions<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly isOpen: (props: Props) => boolean;
  /** Closes the dialog that could not be loaded. */
  readonly close: (props: Props) => void;
  /** Whether the code loads only when the dialog is opened, for large dialogs that few people open. */
  readonly onlyWhenOpened?: boolean;
}

/** The code of a dialog, which all its uses share. */
export interface DialogCode<Props> extends DialogOptions<Props> {
  /** Null until the code has loaded. */
  readonly loaded: () => ComponentType<Props> | null;
}

export function dialogCode<Props>(options: DialogOptions<Props>): DialogCode<Props> {
  let loaded: ComponentType<Props> | null = null;
  return {
    ...options,
    loaded: () => loaded,
    async load() {
      loaded ??= await options.load();
      return loaded;
    },
  };
}

/** The code of a dialog with the properties `open` and `onClose` that loads only when the dialog is opened. */
export const openedDialogCode = <Props extends { open: boolean; onClose: () => void }>(
  load: DialogOptions<Props>['load'],
): DialogCode<Props> =>
  dialogCode({ load, isOpen: ({ open }) => open, close: ({ onClose }) => onClose(), onlyWhenOpened: true });

interface LazyDialogProps<Props> {
  readonly code: DialogCode<Props>;
  readonly props: Props;
}

const SHOWN_MS = 10_000;

interface FailedNoticeProps {
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Not a Snackbar, because riders' first screens load this file. */
function FailedNotice({ onRetry, onClose }: FailedNoticeProps) {
  const { t } = useTranslation();
  const close = useEffectEvent(onClose);
  const { onLine } = navigator;
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Box role="alert" sx={noticeStyle}>
      <Box sx={{ flex: { xs: '1 0 100%', sm: '1 1 200px' } }}>
        {t(onLine ? 'something_failed' : 'network_error')}
      </Box>
      <Button color="inherit" onClick={onLine ? reloadPage : onRetry}>
        {t(onLine ? 'reload' : 'retry')}
      </Button>
      <Button color="inherit" onClick={onClose}>
        {t('close')}
      </Button>
    </Box>
  );
}

/** On phones not at the bottom, where the screen's main button is. */
const noticeStyle = {
  position: 'fixed',
  zIndex: 'snackbar',
  top: { xs: 72, sm: 'auto' },
  bottom: { sm: 24 },
  insetInline: 8,
  maxWidth: 480,
  mx: 'auto',
  px: 2,
  py: 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'end',
  borderRadius: '12px',
  boxShadow: 6,
  fontSize: '0.875rem',
  bgcolor: 'text.primary',
  color: 'background.default',
} as const;

export function LazyDialog<Props extends object>({ code, props }: LazyDialogProps<Props>) {
  const open = code.isOpen(props);
  const needed = useOpenedOnce(open);
  const [View, setView] = useState(() => code.loaded());
  const [attempt, setAttempt] = useState(1);
  /** The attempt that failed last; null before the first failure. */
  const [failed, setFailed] = useState<number | null>(null);
  // Safari has no idle callbacks; there the code loads when the dialog is opened.
  useEffect(() => {
    if (code.onlyWhenOpened || code.loaded() !== null || !('requestIdleCallback' in window)) return;
    const request = window.requestIdleCallback(() => void code.load().catch(() => undefined));
    return () => window.cancelIdleCallback(request);
  }, [code]);
  useEffect(() => {
    if (!open || View !== null) return;
    let isCurrent = true;
    loadScreen(code.load).then(
      (view) => isCurrent && setView(() => view),
      () => isCurrent && setFailed(attempt),
    );
    return () => {
      isCurrent = false;
      setFailed(null);
    };
  }, [code, open, View, attempt]);
  return (
    <>
      {needed && View !== null && <View {...props} />}
      {open && failed === attempt && (
        <FailedNotice onRetry={() => setAttempt(attempt + 1)} onClose={() => code.close(props)} />
      )}
    </>
  );
}
