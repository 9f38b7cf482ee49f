// Shows a confirmation that survives navigation: it is rendered in its own React root until the user closes it.
import { createRoot } from 'react-dom/client';
import { DoneNotice } from './done-notice.tsx';
import { KerbThemeProvider } from './theme-provider.tsx';

/** `text` is already translated and does not follow a change of language. */
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
