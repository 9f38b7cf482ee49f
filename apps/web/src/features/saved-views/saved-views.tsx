// Saved views of a table, listed above it with row counts, and controls to save, change and delete them.
import type { SavedView, SavedViewPatch, SavedViewTable } from '@kerb/contract';
import BookmarkAddOutlined from '@mui/icons-material/BookmarkAddOutlined';
import PeopleOutlined from '@mui/icons-material/PeopleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { answers } from '../../lib/answers.ts';
import { useAuth } from '../../lib/use-auth.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { viewOfState } from '../../ui/console-views.ts';
import type { TableLook } from '../../ui/data-table/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { DeletedViewNotice } from './deleted-view-notice.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { sameColumns, viewQuery } from './view-query.ts';

interface SavedViewsProps {
  readonly table: SavedViewTable;
  readonly look: TableLook;
  /** Renders the number of rows for a query string. */
  readonly renderCount: (query: string) => ReactNode;
}

export function SavedViews({ table, look, renderCount }: SavedViewsProps) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const [saving, setSaving] = useState(false);
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const { data } = answers.listSavedViews.useQuery({ query: { table } });
  const views = data?.items ?? [];
  useColumnsOfLinkedView(views, look.show);
  const query = viewQuery(search);
  const isShown = (view: SavedView) =>
    viewQuery(view.query) === query && sameColumns(view.columns, look.columns);
  const isDefault = query === '' && look.columns === null;
  const [list, expectView] = useFocusOnSavedView(views.some(isShown));
  const notice = <DeletedViewNotice view={deleted} onClose={() => setDeleted(null)} />;
  if (views.length === 0 && isDefault) return notice;
  return (
    <Box
      component="nav"
      ref={list}
      aria-label={t('views')}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, alignItems: 'center' }}
    >
      {views.map((view) => (
        <ViewPill
          key={view.id}
          view={view}
          isShown={isShown(view)}
          count={renderCount(view.query)}
          onShow={() => look.show(view.columns)}
          shown={{ query, columns: look.columns }}
          onDeleted={() => setDeleted(view)}
        />
      ))}
      {notice}
      {!isDefault && !views.some(isShown) && (
        <Button size="small" startIcon={<BookmarkAddOutlined />} onClick={() => setSaving(true)}>
          {t('views_save')}
        </Button>
      )}
      {saving && (
        <SaveViewDialog
          view={{ table, query, columns: look.columns === null ? null : [...look.columns] }}
          onSaved={expectView}
          onClose={() => setSaving(false)}
        />
      )}
    </Box>
  );
}

/** The save button disappears once the view is listed, so the focus moves to the view. */
function useFocusOnSavedView(isListed: boolean): [RefObject<HTMLElement | null>, () => void] {
  const list = useRef<HTMLElement>(null);
  const isExpected = useRef(false);
  useEffect(() => {
    if (!isListed || !isExpected.current) return;
    isExpected.current = false;
    list.current?.querySelector<HTMLElement>('a[aria-current]')?.focus();
  }, [isListed]);
  const expectView = useCallback(() => {
    isExpected.current = true;
  }, []);
  return [list, expectView];
}

/**
 * A navigation link sets the filters in the query string and the view id in the history state; applies that view's
 * columns once.
 */
function useColumnsOfLinkedView(views: readonly SavedView[], show: TableLook['show']): void {
  const { state, key } = useLocation();
  const linked = views.find(({ id }) => id === viewOfState(state));
  const shownFor = useRef<string | null>(null);
  useEffect(() => {
    if (!linked || shownFor.current === key) return;
    shownFor.current = key;
    show(linked.columns);
  });
}

const pillLook = {
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.75,
  minHeight: 32,
  '@media (pointer: coarse)': { minHeight: 44 },
  px: 1.25,
  borderRadius: '16px',
  border: '1px solid',
  borderColor: 'divider',
  color: 'text.primary',
  fontSize: '0.8125rem',
  fontWeight: 600,
  textDecoration: 'none',
  '&:hover': { bgcolor: 'background.subtle' },
  '&[aria-current]': { bgcolor: 'background.subtle', borderColor: 'text.primary' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

interface ViewPillProps {
  readonly view: SavedView;
  readonly isShown: boolean;
  readonly count: ReactNode;
  readonly onShow: () => void;
  /** The current query and columns of the table. */
  readonly shown: { readonly query: string; readonly columns: readonly string[] | null };
  readonly onDeleted: () => void;
}

function ViewPill({ view, isShown, count, onShow, shown, onDeleted }: ViewPillProps) {
  const { t } = useTranslation();
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', minWidth: 0 }}>
      <Box
        component={Link}
        to={{ search: view.query }}
        preventScrollReset
        aria-current={isShown ? 'page' : undefined}
        onClick={onShow}
        sx={pillLook}
      >
        {!view.own && <PeopleOutlined titleAccess={t('views_shared_by')} sx={{ fontSize: 16 }} />}
        <bdi>{view.name}</bdi>
        <Box component="span" className="tabular" sx={{ color: 'text.secondary', fontWeight: 500 }}>
          {count}
        </Box>
      </Box>
      {view.own && <ViewMenu view={view} shown={shown} canReplace={!isShown} onDeleted={onDeleted} />}
    </Box>
  );
}

function ViewMenu({
  view,
  shown,
  canReplace,
  onDeleted,
}: Pick<ViewPillProps, 'view' | 'shown' | 'onDeleted'> & { canReplace: boolean }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const isAdmin = useAuth().user?.usertype === 'admin';
  const [alert, setAlert] = useState<string | null>(null);
  const [edit] = answers.editSavedView.useMutation();
  const [remove] = answers.deleteSavedView.useMutation();
  const params = { id: view.id };
  const change = async (body: SavedViewPatch) => {
    const { error } = await edit({ params, body });
    if (error) setAlert(errorText(error));
  };
  const discard = async () => {
    const { error } = await remove({ params });
    if (error) setAlert(errorText(error));
    else onDeleted();
  };
  const columns = shown.columns === null ? null : [...shown.columns];
  return (
    <>
      <RowMenu
        label={t('views_menu', { name: view.name })}
        items={(close) => {
          const after = (work: () => Promise<void>) => () => {
            close();
            void work();
          };
          return [
            <MenuItem
              key="replace"
              disabled={!canReplace}
              onClick={after(() => change({ query: shown.query, columns }))}
            >
              {t('views_replace')}
            </MenuItem>,
            isAdmin && (
              <MenuItem key="share" onClick={after(() => change({ shared: !view.shared }))}>
                {view.shared ? t('views_stop_sharing') : t('views_start_sharing')}
              </MenuItem>
            ),
            <MenuItem key="delete" onClick={after(discard)}>
              {t('views_delete')}
            </MenuItem>,
          ];
        }}
      />
      <AlertDialog message={alert} onClose={() => setAlert(null)} />
    </>
  );
}
