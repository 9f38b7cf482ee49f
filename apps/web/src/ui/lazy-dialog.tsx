// Creates a dialog whose code loads at an idle moment or when it is first opened. A failed load closes the dialog and
// shows a notice; the screen stays, and the next opening loads again.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DoneNotice } from './done-notice.tsx';
import { useOpenedOnce } from './use-opened-once.ts';

interface LazyDialogOptions<Props> {
  readonly load: () => Promise<ComponentType<Props>>;
  readonly isOpen: (props: Props) => boolean;
  /** Closes the dialog that could not be loaded. */
  readonly close: (props: Props) => void;
}

export function lazyDialog<Props extends object>({ load, isOpen, close }: LazyDialogOptions<Props>) {
  let loaded: ComponentType<Props> | null = null;

  async function loadView(): Promise<ComponentType<Props>> {
    loaded ??= await load();
    return loaded;
  }

  function preload(): void {
    loadView().catch(() => undefined);
  }

  return function LazyDialog(props: Props) {
    const { t } = useTranslation();
    const open = isOpen(props);
    const needed = useOpenedOnce(open);
    const [View, setView] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    const closeFailed = useEffectEvent(() => {
      setFailed(true);
      close(props);
    });
    // Safari has no idle callbacks; there the code loads when the dialog is opened.
    useEffect(() => {
      if (loaded !== null || !('requestIdleCallback' in window)) return;
      const request = window.requestIdleCallback(preload);
      return () => window.cancelIdleCallback(request);
    }, []);
    useEffect(() => {
      if (!open || View !== null) return;
      let isCurrent = true;
      loadView().then(
        (view) => isCurrent && setView(() => view),
        () => isCurrent && closeFailed(),
      );
      return () => {
        isCurrent = false;
      };
    }, [open, View]);
    return (
      <>
        {needed && View !== null && <View {...props} />}
        {hasFailed && <DoneNotice text={t('network_error')} severity="info" onClose={() => setFailed(false)} />}
      </>
    );
  };
}
