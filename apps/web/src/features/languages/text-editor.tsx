// Editor of a language's texts: searched, edited, validated, and saved together; unsaved input survives errors and
// reloads.

import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TablePager } from '../../ui/data-table/table-pager.tsx';
import { DemoNotice } from '../../ui/demo-notice.tsx';
import { DiscardQuestion } from '../../ui/discard-question.tsx';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { LoadingButton } from '../../ui/loading-button.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { useUnsavedChanges } from '../../ui/use-unsaved-changes.ts';
import { TextRowField } from './text-row-field.tsx';
import { findRows, type TextQuery, type TextRow } from './text-rows.ts';
import { TextToolbar } from './text-toolbar.tsx';
import type { Language } from './use-language-texts.ts';
import { useSaveErrorText } from './use-save-error-text.ts';
import type { TextEdits } from './use-text-edits.ts';
import { useTextPages } from './use-text-pages.ts';

interface TextEditorProps {
  readonly language: Language;
  readonly rows: readonly TextRow[];
  readonly edits: TextEdits;
}

/** The texts are paged in the browser. */
const allLoaded = { loading: false, isPrevious: false };

export function TextEditor({ language, rows, edits }: TextEditorProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState<TextQuery>({ q: '', filter: 'all', area: '' });
  const { drafts, type } = edits;
  // Filter by the drafts at the time of the search, so that a row does not disappear while the admin types in it.
  const [asked, setAsked] = useState({ query, drafts });
  const found = useMemo(
    () => findRows(rows, asked.query, (key) => asked.drafts.get(key)?.text),
    [rows, asked],
  );
  const ask = useCallback(
    (next: TextQuery) => {
      setQuery(next);
      setAsked({ query: next, drafts });
    },
    [drafts],
  );
  const pages = useTextPages(found, JSON.stringify(asked.query));
  const showEdited = () => ask({ q: '', filter: 'edited', area: '' });
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <DemoNotice />
      <TextToolbar query={query} onQuery={ask} rows={rows} edited={drafts.size} />
      {found.length === 0 ? (
        <EmptyState icon={<TranslateOutlined />} title={t('texts_none')} text={t('texts_none_text')} />
      ) : (
        <Box component="ul" aria-label={t('language_texts')} sx={list}>
          {pages.page.items.map((row) => (
            <TextRowField
              key={row.key}
              row={row}
              draft={drafts.get(row.key)}
              locale={language.langLocale}
              languageName={language.langName}
              onType={type}
            />
          ))}
        </Box>
      )}
      {found.length > 0 && (
        <TablePager
          state={pages.state}
          rows={allLoaded}
          page={pages.page}
          before={pages.state.pageIndex * pages.state.query.limit}
        />
      )}
      <SaveBar edits={edits} onShow={showEdited} />
      <EditDialogs edits={edits} />
    </Box>
  );
}

/** Fixed to the bottom of the window while there are unsaved texts. */
function SaveBar({ edits, onShow }: { edits: TextEdits; onShow: () => void }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const { size } = edits.drafts;
  if (size === 0) return null;
  return (
    <Box role="region" aria-label={t('texts_show_edited')} sx={bar}>
      <Button color="inherit" onClick={onShow} sx={{ marginInlineEnd: 'auto' }}>
        {t('texts_edits', { count: size })}
      </Button>
      {edits.wrong > 0 && (
        <Typography role="alert" variant="body2" color="error">
          {t('texts_wrong', { count: edits.wrong })}
        </Typography>
      )}
      <Button color="inherit" onClick={() => setConfirming(true)} disabled={edits.busy}>
        {t('texts_discard')}
      </Button>
      <LoadingButton
        variant="contained"
        loading={edits.busy}
        onClick={() => (edits.wrong > 0 ? onShow() : edits.save())}
      >
        {t('texts_save')}
      </LoadingButton>
      <DiscardQuestion
        open={isConfirming}
        onDiscard={() => {
          setConfirming(false);
          edits.discard();
        }}
        onStay={() => setConfirming(false)}
      />
    </Box>
  );
}

function EditDialogs({ edits }: Pick<TextEditorProps, 'edits'>) {
  const { t } = useTranslation();
  const saveErrorText = useSaveErrorText();
  // After a sign-out by the server, the drafts are restored after signing in, so leaving needs no warning.
  const unsaved = useUnsavedChanges(edits.drafts.size > 0 && edits.refusal !== 'not_logged_in');
  const isConflict = edits.refusal === 'conflict';
  const message = isConflict
    ? t('texts_conflict')
    : edits.refusal === null
      ? null
      : saveErrorText(edits.refusal, edits.rejectedKeys);
  return (
    <>
      <ConfirmDialog
        open={unsaved.isConfirming}
        title={t('texts_unsaved_title')}
        confirmText={t('texts_leave')}
        cancelText={t('texts_stay')}
        destructive
        onConfirm={() => {
          edits.discard();
          unsaved.leave();
        }}
        onClose={unsaved.stay}
      >
        {t('texts_unsaved_text')}
      </ConfirmDialog>
      <AlertDialog
        message={message}
        onClose={edits.forget}
        action={
          isConflict && (
            <Button
              variant="contained"
              onClick={() => {
                edits.forget();
                edits.rebase();
              }}
            >
              {t('texts_reload')}
            </Button>
          )
        }
      />
      <DoneNotice
        text={edits.saved === null ? null : t('texts_saved', { count: edits.saved })}
        onClose={edits.forget}
      />
    </>
  );
}

const list = {
  m: 0,
  p: 0,
  listStyle: 'none',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
  minWidth: 0,
} as const;

const bar = {
  position: 'sticky',
  bottom: 12,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: 1,
  px: 2,
  py: 1,
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '12px',
  bgcolor: 'background.paper',
  boxShadow: '0 4px 20px rgb(0 0 0 / 0.16)',
} as const;
