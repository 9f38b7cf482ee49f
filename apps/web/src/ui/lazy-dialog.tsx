// Creates a dialog whose code loads at an idle moment or when it is first opened. A failed load closes the dialog and
// shows a notice; the screen stays, and the next opening loads again.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneNotice } from './done-notice.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

interface DialogOptions<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly isOpen: (props: Props) => boolean;
  /** Closes the dialog that could not be loaded. */
  readonly close: (props: Props) => void;
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

interface LazyDialogProps<Props> {
  readonly code: DialogCode<Props>;
  readonly props: Props;
}

export function LazyDialog<Props extends object>({ code, props }: LazyDialogProps<Props>) {
  const { t } = useTranslation();
  const open = code.isOpen(props);
  const needed = useOpenedOnce(open);
  const [View, setView] = useState(() => code.loaded());
  const [hasFailed, setFailed] = useState(false);
  const closeFailed = useEffectEvent(() => {
    setFailed(true);
    code.close(props);
  });
  // Safari has no idle callbacks; there the code loads when the dialog is opened.
  useEffect(() => {
    if (code.loaded() !== null || !('requestIdleCallback' in window)) return;
    const request = window.requestIdleCallback(() => void code.load().catch(() => undefined));
    return () => window.cancelIdleCallback(request);
  }, [code]);
  useEffect(() => {
    if (!open || View !== null) return;
    let isCurrent = true;
    code.load().then(
      (view) => isCurrent && setView(() => view),
      () => isCurrent && closeFailed(),
    );
    return () => {
      isCurrent = false;
    };
  }, [code, open, View]);
  return (
    <>
      {needed && View !== null && <View {...props} />}
      {hasFailed && <DoneNotice text={t('network_error')} severity="info" onClose={() => setFailed(false)} />}
    </>
  );
}
