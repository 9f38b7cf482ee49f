// Actions with which the console edits car types; the list itself is a slice of every page.
import type { CarType, CarTypeInput, CarTypeUpdate } from '@kerb/domain/fleet';
import { createCall } from '../thunk.ts';

/** editCarType(data, Add|Update|Delete) of the specification. */
export type CarTypeEdit =
  | { readonly method: 'Add'; readonly data: CarTypeInput }
  | { readonly method: 'Update'; readonly data: CarTypeUpdate & { readonly id: string } }
  | { readonly method: 'Delete'; readonly data: { readonly id: string } };

/** Returns the car type after the edit; null when it was deleted. */
export const editCarType = createCall(
  'cartypes/editCarType',
  async (client, { method, data }: CarTypeEdit): Promise<CarType | null> => {
    switch (method) {
      case 'Add':
        return client.addCarType({ body: data });
      case 'Update': {
        const { id, ...body } = data;
        return client.editCarType({ params: { id }, body });
      }
      case 'Delete':
        await client.deleteCarType({ params: { id: data.id } });
        return null;
    }
  },
);

export const setCarTypeImage = createCall(
  'cartypes/setCarTypeImage',
  (client, { id, picture }: { id: string; picture: Blob }): Promise<CarType> =>
    client.setCarTypeImage({ params: { id }, file: picture }),
);
