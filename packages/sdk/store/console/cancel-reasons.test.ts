// Tests the edits of cancellation reasons in the store: their API calls, and their errors.
import { expect, it } from 'vitest';
import { json, refuse, storeAnswering } from '../testing/store-answering.ts';
import { editCancellationReason } from './index.ts';

it('adds, renames and removes reasons, each with its own call', async () => {
  const reason = { value: 3, label: 'Too far' };
  const { store, calls } = storeAnswering([
    json(reason, 201),
    json({ ...reason, label: 'Too late' }),
    new Response(null, { status: 204 }),
  ]);
  const edit = editCancellationReason;
  expect(await store.dispatch(edit({ method: 'Add', data: { label: 'Too far' } })).unwrap()).toEqual(reason);
  const worded = { value: 3, label: 'Too late' };
  expect(await store.dispatch(edit({ method: 'Update', data: worded })).unwrap()).toEqual(worded);
  expect(await store.dispatch(edit({ method: 'Delete', data: { value: 3 } })).unwrap()).toBeNull();
  expect(calls).toEqual([
    'POST /cancel_reason {"label":"Too far"}',
    'PATCH /cancel_reason/3 {"label":"Too late"}',
    'DELETE /cancel_reason/3',
  ]);
});

it('rejects with the code of the refusal', async () => {
  const { store } = storeAnswering([refuse('name_taken', 409)]);
  const add = store.dispatch(editCancellationReason({ method: 'Add', data: { label: 'Too far' } }));
  await expect(add.unwrap()).rejects.toBe('name_taken');
});
