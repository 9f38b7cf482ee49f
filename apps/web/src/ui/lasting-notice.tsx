// Shows a notice that survives navigation: it is rendered in its own React root until the user closes it or another
// notice replaces it.
import type { TFunction } from 'i18next';
import { createRoot, type Root } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../lib/i18n/use-language.ts';
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

/** Returns the text of a notice; called again when the language changes. */
type WriteNotice = (t: TFunction, locale: string) => string;

interface NoticeOptions {
  readonly severity?: 'success' | 'info';
}

interface LastingNoticeProps extends NoticeOptions {
  readonly write: WriteNotice;
  readonly onClose: () => void;
}

function LastingNotice({ write, ...notice }: LastingNoticeProps) {
  const { t } = useTranslation();
  const { locale } = useLanguage();
  return <DoneNotice text={write(t, locale)} lasts {...notice} />;
}

export function showLastingNotice(write: WriteNotice, options: NoticeOptions = {}): void {
  place ??= openPlace();
  place.root.render(
    <KerbThemeProvider>
      <LastingNotice write={write} {...options} onClose={place.close} />
    </KerbThemeProvider>,
  );
}
