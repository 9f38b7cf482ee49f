// Actions with which the console edits cancellation reasons; the list itself, cancelreasondata, is in the response
// cache.
import type { RouteAnswer, Routes } from '@kerb/contract';
import { createCall } from '../thunk.ts';

export type CancelReason = RouteAnswer<Routes['getCancelReasons']>['items'][number];

/** editCancellationReason(list, Add|Update|Delete) of the specification, for one reason of the list. */
export type CancelReasonEdit =
  | { readonly method: 'Add'; readonly data: Omit<CancelReason, 'value'> }
  | { readonly method: 'Update'; readonly data: CancelReason }
  | { readonly method: 'Delete'; readonly data: Pick<CancelReason, 'value'> };

/** Returns the reason after the edit; null when it was deleted. */
export const editCancellationReason = createCall(
  'cancelreasondata/editCancellationReason',
  async (client, { method, data }: CancelReasonEdit): Promise<CancelReason | null> => {
    switch (method) {
      case 'Add':
        return client.addCancelReason({ body: data });
      case 'Update': {
        const { value, ...body } = data;
        return client.editCancelReason({ params: { value }, body });
      }
      case 'Delete':
        await client.deleteCancelReason({ params: { value: data.value } });
        return null;
    }
  },
);
