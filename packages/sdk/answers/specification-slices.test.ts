// Tests the slices of the specification on top of the response cache: their data, and their states from fetch to reset.
import { describe, expect, it } from 'vitest';
import { fetchUser, signOut } from '../store/index.ts';
import { joinedState } from './joined-state.ts';
import { createSpecificationSlices } from './specification-slices.ts';
import { joinedStore, json, refuse } from './testing/joined-store.ts';

const noError = { flag: false, msg: null };
const one = [{ id: 'o1' }];

/** A store whose server returns these responses in order and rejects all further calls. */
function storeAnswering(...replies: Response[]) {
  const { store, answers, calls } = joinedStore(() => replies.shift() ?? refuse('forbidden', 403));
  return {
    store,
    calls,
    slices: createSpecificationSlices(answers),
    state: () => joinedState(store.getState()),
  };
}
type Tested = ReturnType<typeof storeAnswering>;

interface Slice {
  readonly slice: string;
  /** Name of the data in the specification. */
  readonly data: string;
  readonly fetch: (tested: Tested) => Promise<unknown>;
  readonly held: (tested: Tested) => object;
  readonly answer: object;
  readonly call: string;
  readonly holds: object;
  readonly empty: object;
}

const rows: readonly Slice[] = [
  {
    slice: 'cancelreasondata',
    data: 'a simple and a complex list',
    fetch: ({ store, slices }) => store.dispatch(slices.fetchCancelReasons()),
    held: ({ slices, state }) => slices.cancelreasondata()(state()),
    answer: { items: [{ label: 'Too far', value: 0 }] },
    call: 'GET /cancel_reason',
    holds: { simple: ['Too far'], complex: [{ label: 'Too far', value: 0 }] },
    empty: { simple: null, complex: null },
  },
  {
    slice: 'driverearningdata',
    data: 'driverearnings',
    fetch: ({ store, slices }) => store.dispatch(slices.fetchDriverEarnings({})),
    held: ({ slices, state }) => slices.driverearningdata({})(state()),
    answer: { items: one, total: {} },
    call: 'GET /reports/driver-earnings',
    holds: { driverearnings: one },
    empty: { driverearnings: null },
  },
  {
    slice: 'earningreportsdata',
    data: 'Earningreportss',
    fetch: ({ store, slices }) => store.dispatch(slices.fetchEarningsReport({ from: '2026-01' })),
    held: ({ slices, state }) => slices.earningreportsdata({ from: '2026-01' })(state()),
    answer: { items: one, total: {} },
    call: 'GET /reports/earnings?from=2026-01',
    holds: { Earningreportss: one },
    empty: { Earningreportss: null },
  },
  {
    slice: 'paymentmethods',
    data: 'the list of providers',
    fetch: ({ store, slices }) => store.dispatch(slices.fetchPaymentMethods()),
    held: ({ slices, state }) => slices.paymentmethods()(state()),
    answer: { items: one },
    call: 'GET /payments/providers',
    holds: { providers: one, message: null },
    empty: { providers: null },
  },
];

describe('the slices backed by the cache', () => {
  it.each(rows)(
    '$slice holds $data: it loads, has it, and is cleared and flagged by a failure',
    async (row) => {
      const tested = storeAnswering(json(row.answer));
      const held = () => row.held(tested);
      expect(held()).toMatchObject({ ...row.empty, loading: false, error: noError });
      const reading = row.fetch(tested);
      expect(held()).toMatchObject({ ...row.empty, loading: true, error: noError });
      await reading;
      expect(held()).toMatchObject({ ...row.holds, loading: false, error: noError });
      const readAgain = row.fetch(tested);
      expect(held()).toMatchObject({ ...row.holds, loading: true, error: noError });
      await readAgain;
      expect(held()).toMatchObject({ ...row.empty, loading: false, error: { flag: true, msg: 'forbidden' } });
      expect(tested.calls).toEqual([row.call, row.call]);
      const afterFailure = row.fetch(tested);
      expect(held()).toMatchObject({ ...row.empty, loading: true, error: noError });
      await afterFailure;
    },
  );

  it('are empty after signing out', async () => {
    const tested = storeAnswering(
      json({ user: { id: 'u1' } }),
      json({ items: one, total: {} }),
      new Response(null, { status: 204 }),
    );
    const { store, slices, state } = tested;
    await store.dispatch(fetchUser());
    await store.dispatch(slices.fetchDriverEarnings({}));
    expect(slices.driverearningdata({})(state()).driverearnings).toEqual(one);
    await store.dispatch(signOut());
    expect(slices.driverearningdata({})(state())).toEqual({
      driverearnings: null,
      loading: false,
      error: noError,
    });
  });

  it('paymentmethods has the error code when there is no provider', async () => {
    const { store, slices, state } = storeAnswering(refuse('no_provider_found', 404));
    await store.dispatch(slices.fetchPaymentMethods());
    expect(slices.paymentmethods()(state())).toEqual({
      providers: null,
      message: 'no_provider_found',
      loading: false,
      error: { flag: true, msg: 'no_provider_found' },
    });
  });

  it('paymentmethods includes the detail of a provider_fetch_error', async () => {
    const refusal = { code: 'provider_fetch_error', status: 502, detail: 'The vault is closed' };
    const { store, slices, state } = storeAnswering(json(refusal, 502));
    await store.dispatch(slices.fetchPaymentMethods());
    expect(slices.paymentmethods()(state())).toMatchObject({
      providers: null,
      message: 'provider_fetch_error: The vault is closed',
    });
  });
});
