// Tests, for all fleets and roles, that a list, an export and a live topic contain exactly the users whose page the
// caller may open.
import { type Review, routes, type User } from '@kerb/contract';
import { review, type Usertype, usertype } from '@kerb/domain/identity';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUsersEnvironment, type Someone } from './testing/users-environment.ts';

const environment = await createUsersEnvironment();
const admin = await environment.someone('admin');
const fleets = [await environment.someone('fleetadmin'), await environment.someone('fleetadmin')] as const;
const managers = [admin, ...fleets];

interface Drawn {
  role: Usertype;
  fleet: number;
  stand: Review;
  /** What happens to the user afterwards. */
  fate: 'nothing' | 'moves' | 'rides' | 'is deleted';
}
const drawn = fc.record<Drawn>({
  role: fc.constantFrom(...usertype.options),
  fleet: fc.integer({ min: 0, max: 2 }),
  stand: fc.constantFrom(...review.options),
  fate: fc.constantFrom('nothing', 'moves', 'rides', 'is deleted'),
});

async function make({ role, fleet, stand, fate }: Drawn): Promise<Someone> {
  const fleetadmin = fleets[fleet]?.uid;
  const person = await environment.someone(role, { review: stand, ...(fleetadmin ? { fleetadmin } : {}) });
  const edit = (body: object) => environment.call(admin, routes.editUser, { id: person.uid, body });
  if (fate === 'moves' && role === 'driver') await edit({ fleetadmin: fleets[(fleet + 1) % 2]?.uid ?? null });
  if (fate === 'rides') await edit({ usertype: 'rider' });
  if (fate === 'is deleted') await environment.call(admin, routes.deleteUser, { id: person.uid });
  return person;
}

const listed = async (actor: Someone, query: string): Promise<User[]> =>
  (await environment.call<{ items: User[] }>(actor, routes.listUsers, { query: `?limit=200${query}` })).body
    .items;

test('a list contains exactly the users whose page the caller may open', { timeout: 120_000 }, async () => {
  const known: string[] = managers.map(({ uid }) => uid);
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 3 }), async (people) => {
      for (const person of people) known.push((await make(person)).uid);
      for (const actor of managers) {
        const open: string[] = [];
        for (const id of known)
          if ((await environment.call(actor, routes.getUser, { id })).status === 200) open.push(id);
        const lists = [...(await listed(actor, '')), ...(await listed(actor, '&usertype=admin'))];
        expect(lists.map(({ id }) => id).sort()).toEqual(open.sort());
        const file = (await environment.call(actor, routes.exportUsers)).text;
        for (const id of known)
          expect([id, file.includes(id)]).toEqual([
            id,
            lists.some((person) => person.id === id && person.usertype !== 'admin'),
          ]);
        if (actor.usertype === 'fleetadmin')
          expect(lists.every(({ driver }) => driver?.fleetadmin === actor.uid)).toBe(true);
      }
    }),
    { numRuns: 12 },
  );
});

test('the live topic of users is for admins and fleet admins, each for their own users', async () => {
  const topics = async (actor: Someone | null) => {
    const policies = environment.app.modules.all.map(({ topicPolicies }) => topicPolicies?.people);
    const policy = policies.find((one) => one !== undefined);
    return policy?.(actor && { ...actor, sessionId: 'of the test' }, null);
  };
  expect(await topics(admin)).toEqual(['people:all']);
  expect(await topics(fleets[0])).toEqual([`people:fleet:${fleets[0].uid}`]);
  expect(await topics(await environment.someone('rider'))).toBeNull();
  expect(await topics(await environment.someone('driver'))).toBeNull();
  expect(await topics(null)).toBeNull();
});
