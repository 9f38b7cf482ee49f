// Provides the console's search dialog and its keyboard shortcut to the screens inside it.
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { paths } from '../../lib/paths.ts';
import { useDeclaredShortcuts } from '../../lib/shortcuts/declared-shortcuts.ts';
import { isOverlaid, type ScreenShortcut, shortcutOf, takesLetters } from '../../lib/shortcuts/shortcuts.ts';
import { singleKeysWork, turnSingleKeys } from '../../lib/shortcuts/single-keys.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { OpenFind } from '../../ui/find-button.tsx';
import { LazyDialog, openedDialogCode } from '../../ui/lazy-dialog.tsx';
import { useGuardedNavigate } from '../../ui/use-guarded-navigate.ts';
import type { FindDialogProps } from './find-dialog.tsx';
import type { ShortcutListProps } from './shortcut-list.tsx';

const findCode = openedDialogCode<FindDialogProps>(
  async () => (await import('./find-dialog.tsx')).FindDialog,
);
const listCode = openedDialogCode<ShortcutListProps>(
  async () => (await import('./shortcut-list.tsx')).ShortcutList,
);

const adminShortcuts: readonly ScreenShortcut[] = ['find', 'new_booking', 'list'];
const fleetShortcuts: readonly ScreenShortcut[] = ['find', 'list'];

export function FindAnything({ children }: { children: ReactNode }) {
  const navigate = useGuardedNavigate();
  const isAdmin = useAuth().user?.usertype === 'admin';
  const shortcuts = isAdmin ? adminShortcuts : fleetShortcuts;
  const declared = useDeclaredShortcuts();
  const [shown, setShown] = useState<'find' | 'list' | null>(null);
  const [hasSingleKeys, setSingleKeys] = useState(singleKeysWork);
  const openFind = useCallback(() => setShown('find'), []);
  const close = useCallback(() => setShown(null), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, takesLetters(document.activeElement), hasSingleKeys);
      if (shortcut === null || !shortcuts.includes(shortcut) || isOverlaid()) return;
      // Prevents the browser's own search or address bar from opening.
      event.preventDefault();
      if (shortcut === 'new_booking') navigate(paths.addbookings);
      else setShown(shortcut);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate, shortcuts, hasSingleKeys]);

  return (
    <OpenFind value={openFind}>
      {children}
      <LazyDialog code={findCode} props={{ open: shown === 'find', onClose: close }} />
      <LazyDialog
        code={listCode}
        props={{
          open: shown === 'list',
          shortcuts: [...shortcuts, ...declared],
          hasSingleKeys,
          onSingleKeys(on) {
            turnSingleKeys(on);
            setSingleKeys(on);
          },
          onClose: close,
        }}
      />
    </OpenFind>
  );
}
