// The car type that benchmarks quote trips and insert drivers with.
import { createClient } from '@kerb/sdk/client';

/** The id of the first one that the demonstration offers. */
export async function firstCarType(origin: string): Promise<string> {
  const [carType] = (await createClient({ baseUrl: origin }).getCarTypes()).items;
  if (carType === undefined) throw new Error('The demonstration has no car type');
  return carType.id;
}
