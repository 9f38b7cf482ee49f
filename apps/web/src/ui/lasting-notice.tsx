// Shows a notice that survives navigation: it is rendered in its own React root until the user closes it or another
// notice replaces it.
import { createRoot, type Root } from 'react-dom/client';
import { DoneNotice } from './done-notice.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

interface NoticePlace {
  readonly root: Root;
  readonly close: () => void;
}

/** Null while no notice is shown. */
let place: NoticePlace | null = null;

function openPlace(): NoticePlace {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const close = () => {
    place = null;
    root.unmount();
    host.remove();
  };
  return { root, close };
}

/** `text` is already translated and does not follow a change of language. */
export function showLastingNotice(text: string, options: { severity?: 'success' | 'info' } = {}): void {
  place ??= openPlace();
  place.root.render(
    <KerbThemeProvider>
      <DoneNotice text={text} {...options} lasts onClose={place.close} />
    </KerbThemeProvider>,
  );
}
