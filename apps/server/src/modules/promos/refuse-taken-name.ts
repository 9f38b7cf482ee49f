// Two promos cannot have one name: what the database's own word on it is to people.
import { DomainError } from '@kerb/domain/kernel';
import { violatesUnique } from '../../kit/index.ts';

/** Throws `name_taken` when the work gives a promo the name of another. */
export async function refuseTakenName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'promo_name_once')) throw new DomainError('name_taken');
    throw error;
  }
}
