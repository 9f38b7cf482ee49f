// "fetchLanguages" and "editLanguage": the list of the service's languages, and an admin's actions on them.
import type { LanguageChoice } from '@kerb/contract';
import AddOutlined from '@mui/icons-material/AddOutlined';
import TranslateOutlined from '@mui/icons-material/TranslateOutlined';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { paths } from '../../lib/paths.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { store } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useLatestCallback } from '../../lib/use-latest-callback.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { CompactButton } from '../../ui/compact-button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowEditDialogs } from '../../ui/data-table/row-edit-dialogs.tsx';
import { type RowQuestion, useRowEdits } from '../../ui/data-table/use-row-edits.ts';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { useLanguageColumns } from './language-columns.tsx';
import { LanguageDialog } from './language-dialog.tsx';
import type { LanguageAction } from './language-menu.tsx';
import { useLanguageTools } from './use-language-tools.ts';
import { useMissingCounts } from './use-missing-counts.ts';

const rowId = ({ id }: LanguageChoice) => id;
const rowLabel = ({ langName }: LanguageChoice) => langName;
export const editorOf = ({ id }: { id: string }) => `${paths.languagesetting}/${encodeURIComponent(id)}`;

interface LanguageListProps {
  /** Renders the screen's layout around the list; `add` is the button that adds a language. */
  readonly frame: (add: ReactNode, list: ReactNode) => ReactNode;
}

const none: readonly LanguageChoice[] = [];

/** Languages filtered by name or locale; they always fit on one page. */
function useLanguageRows(q: string) {
  const { answer, ...reading } = shownResponse(answers.listLanguages.useQuery());
  const languages = answer?.items ?? none;
  const items = useMemo(() => {
    const words = q.toLowerCase();
    return languages.filter(({ langName, langLocale }) =>
      [langName, langLocale].some((text) => text.toLowerCase().includes(words)),
    );
  }, [languages, q]);
  const page = answer && { items, nextCursor: null, total: items.length };
  return { ...reading, answer: page };
}

/** Error code of an action that is not allowed: all edits in demonstration mode, and deleting the default language. */
function refusalOf({ what, ...question }: RowQuestion<LanguageChoice>): string | null {
  if (!store.getState().settingsdata.settings?.AllowCriticalEditsAdmin) return 'demo_mode';
  return what === 'delete' && 'row' in question && question.row.default ? 'default_language' : null;
}

function useLanguageActions() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [remove] = answers.deleteLanguage.useMutation();
  const errorText = useErrorText();
  const tools = useLanguageTools();
  const [alert, setAlert] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const edits = useRowEdits<LanguageChoice>({
    nameOf: rowLabel,
    remove: ({ id }) => remove({ params: { id } }).unwrap(),
    refuse: refusalOf,
  });
  const attempt = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (problem) {
      setAlert(errorText(problem));
    }
  };
  /** Runs an action that changes the language, unless edits are not allowed. */
  const change = (language: LanguageChoice, work: () => Promise<void>) => {
    const refused = refusalOf({ what: 'edit', row: language });
    if (refused === null) void attempt(work);
    else setAlert(errorText(refused));
  };
  // A stable function, because the memoised columns of the table depend on it.
  const onAction = useLatestCallback((action: LanguageAction, language: LanguageChoice): void => {
    switch (action) {
      case 'edit':
        void navigate(editorOf(language));
        break;
      case 'rename':
        edits.ask({ what: 'edit', row: language });
        break;
      case 'delete':
        edits.ask({ what: 'delete', row: language });
        break;
      case 'export':
        void attempt(() => tools.exportAll(language));
        break;
      case 'import':
        change(language, () => tools.openImport(language));
        break;
      case 'make_default':
        change(language, async () => {
          await tools.makeDefault(language);
          setDone(t('language_is_default', { name: language.langName }));
        });
    }
  });
  return { onAction, edits, tools, alert, setAlert, done, setDone };
}

export function LanguageList({ frame }: LanguageListProps) {
  const { t } = useTranslation();
  const state = useTableQuery({ sort: 'default', order: 'asc', sortable: [], sizes: [100] });
  const rows = useLanguageRows(state.query.q);
  const missing = useMissingCounts();
  const { onAction, edits, tools, alert, setAlert, done, setDone } = useLanguageActions();
  const columns = useLanguageColumns({ missing, onAction });
  const add = () => edits.ask({ what: 'add' });
  const isSearch = state.query.q !== '';
  return (
    <>
      {frame(
        <CompactButton variant="contained" icon={<AddOutlined />} text={t('language_add')} onClick={add} />,
        <DataTable
          name="languages"
          label={t('languages_label')}
          columns={columns}
          rowId={rowId}
          rowLabel={rowLabel}
          rowLink={editorOf}
          state={state}
          rows={rows}
          searchLabel={t('languages_search')}
          empty={
            <EmptyState
              icon={<TranslateOutlined />}
              title={t('no_languages')}
              text={isSearch ? t('no_languages_match') : t('no_languages_text')}
              action={
                !isSearch && (
                  <Button variant="outlined" onClick={add}>
                    {t('language_add')}
                  </Button>
                )
              }
            />
          }
        />,
      )}
      <RowEditDialogs
        edits={edits}
        form={(language) => (
          <LanguageDialog language={language} onClose={edits.close} onSaved={edits.saved} />
        )}
        deleteTitle={(name) => t('language_delete_title', { name })}
        deleteText={t('language_delete_text')}
        deleteAction={t('language_delete')}
        doneText={({ what, name }) => t(`language_done_${what}`, { name })}
      />
      {tools.importing && (
        <ImportDialog
          {...tools.importing}
          onClose={tools.closeImport}
          onImported={({ langName }) => {
            tools.closeImport();
            setDone(t('import_done', { name: langName }));
          }}
        />
      )}
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
      <DoneNotice text={done} onClose={() => setDone(null)} />
    </>
  );
}
