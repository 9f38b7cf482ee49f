// A confirmation that outlives the screen it comes from: shown in a root of its own until it is closed.
import { createRoot } from 'react-dom/client';
import { DoneNotice } from './done-notice.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

/** `text` is written out: the language of the moment stays. */
export function showLastingNotice(text: string): void {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  const close = () => {
    root.unmount();
    host.remove();
  };
  root.render(
    <KerbThemeProvider>
      <DoneNotice text={text} lasts onClose={close} />
    </KerbThemeProvider>,
  );
}
