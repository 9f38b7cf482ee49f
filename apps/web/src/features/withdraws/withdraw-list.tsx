// List of the withdrawal requests, where admins decide them; reloaded when a request changes.
import type { Withdraw } from '@kerb/contract';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answers } from '../../lib/answers.ts';
import { codeOf } from '../../lib/error-code.ts';
import { shownResponse } from '../../lib/shown-response.ts';
import { client } from '../../lib/store.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableQuery } from '../../ui/data-table/use-table-query.ts';
import { DoneNotice } from '../../ui/done-notice.tsx';
import { ExportCsv } from '../../ui/export-csv.tsx';
import { EmptyState } from '../../ui/page-states.tsx';
import { PillLinks, usePill } from '../../ui/pill-links.tsx';
import { ProcessDialog, ReturnDialog } from './decide-dialogs.tsx';
import { PendingTotal } from './pending-total.tsx';
import { useWithdrawColumns } from './withdraw-columns.tsx';

const views = ['pending', 'processed', 'returned', 'all'] as const;
const rowId = ({ id }: Withdraw) => id;

type OpenDialog = { readonly what: 'process' | 'return'; readonly withdraw: Withdraw };

/** State of the decision dialogs; prevents deciding a request twice, and stores the result. */
function useDecision() {
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState<OpenDialog['what'] | null>(null);
  const [complete, completing] = answers.completeWithdraw.useMutation();
  const [giveBack, givingBack] = answers.returnWithdraw.useMutation();

  const decide = async (reason: string) => {
    if (!asked) return;
    const params = { id: asked.withdraw.id };
    const { error } = await (asked.what === 'process'
      ? complete({ params, body: {} })
      : giveBack({ params, body: { reason } }));
    if (error) setProblem(error);
    else setDone(asked.what);
    // After a failure the dialog stays open with the entered reason, unless another admin has decided.
    if (!error || codeOf(error) === 'already_processed') setAsked(null);
  };
  return {
    asked,
    busy: completing.isLoading || givingBack.isLoading,
    problem,
    done,
    ask: setAsked,
    decide: (reason: string) => void decide(reason),
    close: () => setAsked(null),
    forget: () => {
      setProblem(null);
      setDone(null);
    },
  };
}

/** Asks for a confirmation before a withdrawal is decided, and shows the result. */
function DecisionDialogs({ decision }: { decision: ReturnType<typeof useDecision> }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { asked, busy, done } = decision;
  const subject = (what: OpenDialog['what']) => (asked?.what === what ? asked.withdraw : null);
  return (
    <>
      <ProcessDialog
        withdraw={subject('process')}
        busy={busy}
        onConfirm={() => decision.decide('')}
        onClose={decision.close}
      />
      <ReturnDialog
        key={asked?.withdraw.id}
        withdraw={subject('return')}
        busy={busy}
        onConfirm={decision.decide}
        onClose={decision.close}
      />
      <AlertDialog
        message={decision.problem === null ? null : errorText(decision.problem)}
        onClose={decision.forget}
      />
      <DoneNotice
        text={done && t(done === 'return' ? 'withdraws_given_back' : 'withdraws_done')}
        onClose={decision.forget}
      />
    </>
  );
}

export function WithdrawList() {
  const { t } = useTranslation();
  const view = usePill('show', views);
  const state = useTableQuery({ sort: 'date', order: 'desc', sortable: [], scope: view });
  const { q, limit, cursor } = state.query;
  const rows = shownResponse(
    answers.listWithdraws.useQuery({
      query: {
        limit,
        state: view === 'all' ? undefined : view,
        q: q || undefined,
        cursor: cursor ?? undefined,
      },
    }),
  );
  const decision = useDecision();
  const { ask } = decision;
  const columns = useWithdrawColumns({
    withActions: view === 'pending' || view === 'all',
    onProcess: useCallback((withdraw) => ask({ what: 'process', withdraw }), [ask]),
    onReturn: useCallback((withdraw) => ask({ what: 'return', withdraw }), [ask]),
  });
  return (
    <>
      <PendingTotal pending={rows.answer?.pending ?? null} />
      <DataTable
        name="withdraws"
        label={t('withdraws_label')}
        columns={columns}
        rowId={rowId}
        rowLabel={({ name }) => name}
        state={state}
        rows={rows}
        searchLabel={t('withdraws_search')}
        filters={
          <PillLinks
            label={t('withdraws_which')}
            param="show"
            value={view}
            pills={views.map((value) => ({ value, text: t(`withdraws_show_${value}`) }))}
          />
        }
        actions={<ExportWithdraws />}
        empty={
          <EmptyState
            icon={<PaymentsOutlined />}
            title={t('withdraws_empty')}
            text={q === '' ? t('withdraws_empty_text') : t('withdraws_no_match')}
          />
        }
      />
      <DecisionDialogs decision={decision} />
    </>
  );
}

function ExportWithdraws() {
  const { t } = useTranslation();
  return (
    <ExportCsv
      text={t('withdraws_csv')}
      fileName="withdraws.csv"
      read={(options) => client.exportWithdraws({ query: { state: 'pending' } }, options)}
    />
  );
}
