// Tests that candidates are removed after their retention, in several statements, and that their rounds stay.
import { CANDIDATE_DAYS } from '@kerb/domain/dispatch';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { v7 } from 'uuid';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createDispatchModule } from './index.ts';
import { createRemoveOldCandidates, REMOVE_OLD_CANDIDATES_JOB } from './remove-old-candidates.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

it('removes the candidates of rounds older than the retention, and keeps the rounds', async () => {
  const clock = fakeClock();
  const repository = dispatchRepository(database.queries);
  const candidates = [1, 2, 3].map((n) => ({
    driver: testId(n),
    distance_km: n,
    eta_secs: 60,
    free_in_secs: null,
    gate: null,
    asked: false,
    lat: -34.9,
    lng: -56.2,
  }));
  const oldest = clock.now() - CANDIDATE_DAYS * MS_PER_DAY;
  const times = [oldest - 2 * MS_PER_DAY, oldest - 1, oldest, clock.now()];
  await repository.insertRounds(
    times.map((at, index) => ({
      id: v7({ msecs: at }),
      booking: testId(100),
      number: index + 1,
      at,
      policy: 'broadcast',
      asked: 0,
      unlisted: {},
      ends_at: at,
      ask_at: null,
      nearest_secs: null,
      candidates,
    })),
  );
  await createRemoveOldCandidates({ withTx: database.withTx, clock }, 2)();
  const receipts = await repository.receipts(testId(100));
  expect(receipts.map((round) => [round.at, round.candidates.length])).toEqual([
    [times[0], 0],
    [times[1], 0],
    [times[2], 3],
    [times[3], 3],
  ]);
});

it('runs daily', () => {
  const { jobs, schedules } = createDispatchModule(createDispatchFakes(database, fakeClock()).deps);
  expect(Object.keys(jobs ?? {})).toContain(REMOVE_OLD_CANDIDATES_JOB);
  expect(schedules?.[REMOVE_OLD_CANDIDATES_JOB]).toMatch(/^\d+ \d+ \* \* \*$/);
});
