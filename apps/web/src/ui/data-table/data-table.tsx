// The table component of the console: search, filters, columns, paging and its five states, as a grid or, on a phone,
// as cards.
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownResponse } from '../../lib/shown-response.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { useLatestCallback } from '../../lib/use-latest-callback.ts';
import { ErrorState, Loading } from '../page-states.tsx';
import { Placeholder } from '../placeholder.tsx';
import { useLastShown } from '../use-last-shown.ts';
import { useColumnChoice } from './column-choice.ts';
import { defaultLayout, inOrder, moved, useColumnLayout } from './column-layout.ts';
import { DataCards } from './data-cards.tsx';
import { checkboxColumnPx, DataGridView } from './data-grid-view.tsx';
import { fitColumns, minTotalWidth } from './fit-columns.ts';
import { PeekPanel, peekPx } from './peek-panel.tsx';
import { type RowDensity, rowHeights, useRowDensity } from './row-density.ts';
import type { RowSelection } from './row-selection.ts';
import type { TableColumn, TablePage } from './table-column.ts';
import { TablePager } from './table-pager.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import type { TableQueryState } from './use-table-query.ts';

/** Minimum width of a grid, in px; below it, or below the width of the columns that always stay, rows are cards. */
const gridFromPx = 640;
/** Width of the grid's border on both sides, in px. */
const borderPx = 2;
/** A card shows the columns that fit into a grid of this width, in px. */
const cardRoomPx = 980;
/** From this width the details panel fits beside the table. */
const roomForBoth = '@media (min-width: 1600px)';
/** Below it the details panel covers the end of the table. */
const underDetails = '@media (max-width: 1599.95px)';

/** The columns of a table as a saved view stores them. */
export interface TableLook {
  /** The visible fields in their order; null for the default columns. */
  readonly columns: readonly string[] | null;
  /** Shows these columns; unknown fields are ignored. */
  readonly show: (columns: readonly string[] | null) => void;
}

export interface DataTableProps<Row> {
  /** Name under which the user's choice of columns is stored. */
  readonly name: string;
  /** Accessible name of the table. */
  readonly label: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rowId: (row: Row) => string;
  /** Accessible name of a row's link. */
  readonly rowLabel: (row: Row) => string;
  /** Address of a row's page. */
  readonly rowLink?: (row: Row) => string;
  readonly state: TableQueryState;
  readonly rows: ShownResponse<TablePage<Row>>;
  /** Label of the search field; the table has no search without it. */
  readonly searchLabel?: string;
  /** Chips, tabs or fields that filter the list. */
  readonly filters?: ReactNode;
  /** Chips of the active filters, above the rows. */
  readonly chips?: ReactNode;
  /** Renders the saved views of the table, given its look and a function to change it. */
  readonly renderViews?: ((look: TableLook) => ReactNode) | undefined;
  /** Buttons at the end of the toolbar, such as the export. */
  readonly actions?: ReactNode;
  /** Shown in place of the rows when there are none. */
  readonly empty: ReactNode;
  /** Set it when the cells have two lines. */
  readonly lines?: 2;
  /** Renders the details of a row beside the table; a click then opens them instead of the row's page. */
  readonly renderPeek?: ((row: Row, close: () => void) => ReactNode) | undefined;
  /** Shown above the rows while some are selected. */
  readonly bulk?: ReactNode;
  /** Makes rows selectable. */
  readonly selection?: RowSelection<Row> | undefined;
}

function useWidth(): [(node: HTMLElement | null) => void, number] {
  const [width, setWidth] = useState(0);
  const [node, setNode] = useState<HTMLElement | null>(null);
  // Before the first paint, which would otherwise show the layout of a phone for a moment.
  useLayoutEffect(() => {
    if (!node) return;
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    watch.observe(node);
    setWidth(Math.floor(node.getBoundingClientRect().width));
    return () => watch.disconnect();
  }, [node]);
  return [setNode, width];
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, state, rows } = props;
  const [frame, width] = useWidth();
  const [choice, choose] = useColumnChoice(name);
  const [layout, arrange] = useColumnLayout(name);
  const [density, chooseDensity] = useRowDensity();
  const [isPeeking, setPeeking] = useState(false);
  // While another page is loading, the rows of the previous one are shown.
  const before = useLastShown(rows.isPrevious ? null : state.pageIndex * state.query.limit) ?? 0;
  // The first rows are rendered in a deferred pass, during which the screen stays responsive.
  const isReady = useDeferredValue(rows.answer !== null);
  const page = isReady ? rows.answer : null;
  const takenPx = borderPx + (props.selection ? checkboxColumnPx : 0);
  const asGrid = width >= Math.max(gridFromPx, minTotalWidth(columns) + takenPx);
  const room = asGrid ? width - takenPx : cardRoomPx;
  // New columns make the grid render every cell again.
  const ordered = useMemo(() => inOrder(columns, layout.order), [columns, layout.order]);
  const fields = useMemo(
    () => fitColumns(ordered, choice, room, layout.widths),
    [ordered, choice, room, layout.widths],
  );
  const shown = useMemo(() => ordered.filter((column) => fields.includes(column.field)), [ordered, fields]);
  const move = useLatestCallback((field: string, by: -1 | 1) =>
    arrange({
      ...layout,
      order: moved(
        ordered.map((column) => column.field),
        fields,
        field,
        by,
      ),
    }),
  );
  const resize = useLatestCallback((field: string, px: number) =>
    arrange({ ...layout, widths: { ...layout.widths, [field]: px } }),
  );
  const reset = () => {
    choose({});
    arrange(defaultLayout);
  };
  const show: TableLook['show'] = (chosen) => {
    if (chosen === null) {
      choose({});
      arrange({ ...layout, order: [] });
      return;
    }
    choose(
      Object.fromEntries(
        columns.map(({ field, card }) => [field, card === 'title' || chosen.includes(field)]),
      ),
    );
    arrange({ order: chosen, widths: layout.widths });
  };
  // A saved view contains columns and their order; widths belong to the device.
  const hasUsualColumns = Object.keys(choice).length === 0 && layout.order.length === 0;
  const isDefault = hasUsualColumns && Object.keys(layout.widths).length === 0;
  return (
    <Box
      ref={frame}
      sx={{
        display: 'grid',
        gap: 2,
        minWidth: 0,
        gridTemplateColumns: 'minmax(0, 1fr)',
        // On wide screens table and toolbar shrink to make space for the details panel, instead of being covered by it.
        ...(isPeeking && { [roomForBoth]: { paddingInlineEnd: `${peekPx - 8}px` } }),
      }}
    >
      {props.renderViews?.({ columns: hasUsualColumns ? null : fields, show })}
      <TableToolbar
        label={props.searchLabel}
        columns={ordered}
        shown={fields}
        choice={choice}
        onChoose={choose}
        density={asGrid ? density : null}
        onDensity={chooseDensity}
        isDefault={isDefault}
        onReset={reset}
        state={state}
        withSorting={!asGrid}
        filters={props.filters}
        actions={props.actions}
      />
      {props.chips}
      <Box
        sx={{
          position: 'sticky',
          top: 68,
          zIndex: 3,
          '&:empty': { display: 'none' },
          // Keeps the buttons usable when the details panel covers the end of the table.
          ...(isPeeking && { [underDetails]: { paddingInlineEnd: `${peekPx - 8}px` } }),
        }}
      >
        {props.bulk}
      </Box>
      {width > 0 && (
        <TableBody
          {...props}
          columns={shown}
          page={page}
          asGrid={asGrid}
          isFirstPage={before === 0}
          density={density}
          widths={layout.widths}
          onWidth={resize}
          onMove={move}
          onPeek={setPeeking}
        />
      )}
      {page && (page.items.length > 0 || before > 0) && (
        <TablePager state={state} rows={rows} page={page} before={before} />
      )}
    </Box>
  );
}

interface TableBodyProps<Row> extends DataTableProps<Row> {
  /** Null while there are no rows to render. */
  readonly page: TablePage<Row> | null;
  readonly asGrid: boolean;
  readonly isFirstPage: boolean;
  readonly density: RowDensity;
  readonly widths: Readonly<Record<string, number>>;
  readonly onWidth: (field: string, width: number) => void;
  readonly onMove: (field: string, by: -1 | 1) => void;
  /** Whether the details of a row are open. */
  readonly onPeek: (isPeeking: boolean) => void;
}

function TableBody<Row>({ asGrid, page, onPeek, ...props }: TableBodyProps<Row>) {
  const { rows, empty, rowId, rowLabel, rowLink, renderPeek } = props;
  const [opened, setOpened] = useState<Row | null>(null);
  const open = useCallback((row: Row) => setOpened(() => row), []);
  const closePeek = useCallback(() => setOpened(null), []);
  const openId = opened === null ? null : rowId(opened);
  // The current record of the open row; the record from when it was opened, if it is no longer in the list.
  const peeked = page?.items.find((row) => rowId(row) === openId) ?? opened;
  const isPeeking = renderPeek !== undefined && peeked !== null;
  useEffect(() => onPeek(isPeeking), [onPeek, isPeeking]);
  const top = useRef<HTMLDivElement>(null);
  const { pageIndex } = props.state;
  const { sort, order } = props.state.query;
  const pageBefore = useRef(pageIndex);
  useEffect(() => {
    const isAbove = (top.current?.getBoundingClientRect().top ?? 0) < 0;
    if (pageBefore.current !== pageIndex && isAbove) top.current?.scrollIntoView({ block: 'start' });
    pageBefore.current = pageIndex;
  }, [pageIndex]);

  const skeleton = <TableSkeleton height={asGrid ? rowHeights[props.density][props.lines ?? 1] - 2 : null} />;
  if (page === null)
    return rows.answer !== null || rows.problem === null || rows.loading ? (
      skeleton
    ) : (
      <ErrorState problem={rows.problem} onRetry={rows.reload} />
    );
  return (
    <Box ref={top} sx={{ minWidth: 0, scrollMarginTop: 80, position: 'relative' }}>
      {rows.problem !== null && <NotCurrent problem={rows.problem} onRetry={rows.reload} />}
      <Refreshing active={rows.loading} />
      {page.items.length === 0 ? (
        // The pager then returns to a page that has rows.
        props.isFirstPage ? (
          empty
        ) : (
          skeleton
        )
      ) : asGrid ? (
        <DataGridView
          label={props.label}
          columns={props.columns}
          items={page.items}
          rowId={rowId}
          rowLink={rowLink}
          onOpen={renderPeek && open}
          openId={openId}
          sort={sort}
          order={order}
          onSort={props.state.sortBy}
          density={props.density}
          lines={props.lines}
          widths={props.widths}
          onWidth={props.onWidth}
          onMove={props.onMove}
          selection={props.selection}
        />
      ) : (
        <DataCards {...props} items={page.items} />
      )}
      {renderPeek && peeked !== null && (
        <PeekPanel label={rowLabel(peeked)} link={rowLink?.(peeked)} onClose={closePeek}>
          {renderPeek(peeked, closePeek)}
        </PeekPanel>
      )}
    </Box>
  );
}

/** A thin progress bar while the rows are reloaded; the old rows stay visible. */
function Refreshing({ active }: { active: boolean }) {
  const { t } = useTranslation();
  if (!active) return null;
  return (
    <LinearProgress
      aria-label={t('loading')}
      // Sticky below the header, so that it is visible at any scroll position.
      sx={{ position: 'sticky', top: 64, mx: 1.5, height: 2, mb: '-2px', zIndex: 2 }}
    />
  );
}

function NotCurrent({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" onClick={onRetry}>
          {t('retry')}
        </Button>
      }
    >
      {errorText(problem)}
    </Alert>
  );
}

/** `height` is that of a row in px; null for cards. */
function TableSkeleton({ height }: { height: number | null }) {
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: height === null ? 1.5 : '2px' }}>
        {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((row) => (
          <Placeholder key={row} height={height ?? 148} />
        ))}
      </Box>
    </Loading>
  );
}
