// Car type with which benchmarks request quotes and insert drivers.
import { createClient } from '@kerb/sdk/client';

/** The id of the demonstration's first car type. */
export async function firstCarType(origin: string): Promise<string> {
  const [carType] = (await createClient({ baseUrl: origin }).getCarTypes()).items;
  if (carType === undefined) throw new Error('The demonstration has no car type');
  return carType.id;
}
