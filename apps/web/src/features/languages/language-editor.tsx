// Editor of one language: its texts, with import and export.
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import UploadOutlined from '@mui/icons-material/UploadOutlined';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { TextEditor } from './text-editor.tsx';
import type { TextRow } from './text-rows.ts';
import type { Language } from './use-language-texts.ts';
import { offerTexts } from './use-language-tools.ts';
import { useTextEdits } from './use-text-edits.ts';

interface LanguageEditorProps {
  readonly language: Language;
  readonly rows: readonly TextRow[];
  /** Renders the screen's layout around the editor and its buttons. */
  readonly frame: (buttons: ReactNode, editor: ReactNode) => ReactNode;
}

export function LanguageEditor({ language, rows, frame }: LanguageEditorProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const critical = useSettings()?.AllowCriticalEditsAdmin ?? false;
  const [importing, setImporting] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const edits = useTextEdits(language, rows);
  return (
    <>
      {frame(
        <>
          <CompactButton
            variant="outlined"
            icon={<UploadOutlined />}
            text={t('language_import')}
            onClick={() => (critical ? setImporting(true) : setAlert(errorText('demo_mode')))}
          />
          <CompactButton
            variant="outlined"
            icon={<DownloadOutlined />}
            text={t('language_export')}
            onClick={() => offerTexts(language, rows)}
          />
        </>,
        <TextEditor language={language} rows={rows} edits={edits} />,
      )}
      {importing && (
        <ImportDialog
          language={language}
          rows={rows}
          onClose={() => setImporting(false)}
          onImported={(after) => {
            setImporting(false);
            setDone(t('import_done', { name: after.langName }));
          }}
        />
      )}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
      <DoneNotice text={done} onClose={() => setDone(null)} />
    </>
  );
}
