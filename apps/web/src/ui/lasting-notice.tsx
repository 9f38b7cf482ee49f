// A confirmation that outlives the screen it comes from: shown in a root of its own until it is closed.
import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { KerbThemeProvider } from './theme-provider.tsx';

function Notice({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Snackbar open anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}>
      <Alert severity="success" variant="filled" onClose={onClose} closeText={t('close')}>
        {text}
      </Alert>
    </Snackbar>
  );
}

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
      <Notice text={text} onClose={close} />
    </KerbThemeProvider>,
  );
}
