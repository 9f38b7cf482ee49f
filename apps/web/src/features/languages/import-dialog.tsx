// Dialog that imports a translation map from a file or the clipboard: validates it, previews the changes, and replaces
// all texts.
import { languageMaxBytes } from '@kerb/contract';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { useFormat } from '../../lib/use-format.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { visuallyHidden } from '../../ui/visually-hidden.ts';
import { type ImportPreview, isTooLarge, parseTexts, previewImport } from './import-texts.ts';
import type { TextRow } from './text-rows.ts';
import type { Language } from './use-language-texts.ts';
import { rejectedKeys, useSaveErrorText } from './use-save-error-text.ts';

interface ImportDialogProps {
  readonly language: Language;
  readonly rows: readonly TextRow[];
  readonly onClose: () => void;
  readonly onImported: (language: Language) => void;
}

const megabyte = 1024 * 1024;
const sendingMs = 60_000;

function useImport({ language, rows, onImported }: ImportDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const saveErrorText = useSaveErrorText();
  const [replace, { isLoading: busy }] = answers.importLanguage.useMutation();
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [alert, setAlert] = useState<string | null>(null);
  const check = (json: string) => {
    const tooLarge = isTooLarge(new Blob([json]).size);
    const texts = tooLarge ? null : parseTexts(json);
    setPreview(texts && previewImport(texts, rows));
    if (tooLarge) setAlert(t('import_too_large', { size: number(languageMaxBytes / megabyte) }));
    else if (!texts) setAlert(t('json_error'));
  };
  const checkFile = async (file: File) => {
    setPreview(null);
    if (isTooLarge(file.size))
      return setAlert(t('import_too_large', { size: number(languageMaxBytes / megabyte) }));
    try {
      check(await file.text());
    } catch {
      setAlert(t('import_unreadable'));
    }
  };
  const send = async ({ keyValuePairs }: ImportPreview) => {
    const { id, version } = language;
    const body = { version, keyValuePairs };
    const { data, error } = await replace({ params: { id }, body, timeoutMs: sendingMs });
    if (data === undefined) setAlert(saveErrorText(error, rejectedKeys(error)));
    else onImported(data);
  };
  return { preview, setPreview, alert, setAlert, busy, check, checkFile, send };
}

/** The dialog is open while this component is mounted. */
export function ImportDialog(props: ImportDialogProps) {
  const { t } = useTranslation();
  const formId = useId();
  const file = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState('');
  const { preview, busy, ...importing } = useImport(props);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview) void importing.send(preview);
    else importing.check(pasted);
  };
  return (
    <>
      <FormDialog
        title={t('import_title', { name: props.language.langName })}
        formId={formId}
        submitText={preview ? t('import_do') : t('import_check')}
        busy={busy}
        onClose={props.onClose}
      >
        <Box component="form" id={formId} noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
          <Typography color="text.secondary">{t('import_intro')}</Typography>
          <Button
            variant="outlined"
            startIcon={<UploadFileOutlined />}
            onClick={() => file.current?.click()}
            sx={{ justifySelf: 'start' }}
          >
            {t('import_choose')}
          </Button>
          <input
            ref={file}
            type="file"
            name="texts"
            accept="application/json,.json"
            tabIndex={-1}
            aria-hidden="true"
            style={visuallyHidden}
            onChange={({ target }) => {
              const [chosen] = target.files ?? [];
              if (chosen) void importing.checkFile(chosen);
              target.value = '';
            }}
          />
          <TextField
            label={t('import_paste')}
            value={pasted}
            onChange={(event) => {
              setPasted(event.target.value);
              importing.setPreview(null);
            }}
            multiline
            minRows={3}
            maxRows={8}
            slotProps={{ htmlInput: { dir: 'ltr', spellCheck: false, style: { fontFamily: 'monospace' } } }}
          />
          {preview && <Preview preview={preview} />}
        </Box>
      </FormDialog>
      <AlertDialog message={importing.alert} onClose={() => importing.setAlert(null)} />
    </>
  );
}

const maxNamed = 20;

function Preview({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation();
  const { changed, added, unused, removed, wrong } = preview;
  const counts = [
    ['changed', changed],
    ['added', added],
    ['removed', removed],
    ['unused', unused],
    ['wrong', wrong.length],
  ] as const;
  const shown = counts.filter(([, count]) => count > 0);
  return (
    <Box
      role="status"
      aria-label={t('import_preview')}
      sx={{ p: 2, borderRadius: '12px', bgcolor: 'background.subtle' }}
    >
      {shown.length === 0 && <Typography>{t('import_nothing')}</Typography>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
        {shown.map(([what, count]) => (
          <Typography key={what} component="li" sx={{ fontWeight: 600 }}>
            {t(`import_count_${what}`, { count })}
          </Typography>
        ))}
      </Box>
      {wrong.length > 0 && (
        <>
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            {t('import_wrong_text')}
          </Typography>
          <Typography
            variant="body2"
            component="p"
            dir="ltr"
            sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}
          >
            {[...wrong.slice(0, maxNamed), ...(wrong.length > maxNamed ? ['…'] : [])].join(' ')}
          </Typography>
        </>
      )}
    </Box>
  );
}
