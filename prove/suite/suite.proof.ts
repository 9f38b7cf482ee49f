// npm run prove -- suite: seeded faults across the code, each of which the test suite must detect.
import type { PlantedFault, Proof, ProofOptions, ProofReport } from '../lib/proof.ts';
import { seededFaults } from './faults.ts';
import type { SeededFault } from './seeded-fault.ts';
import { failuresWithoutFault, type TriedFault, tryFault, tryFaults, withCopy } from './try-faults.ts';

/** Share of the faults that must be detected: 58 of 60. */
const MIN_SHARE = 58 / 60;

/** With `--short`: one fault of each area. */
const shortNames = ['promo-one-use-too-many', 'limiter-never-refills', 'decline-accepts', 'retry-once-more'];

const control: SeededFault = {
  name: 'control',
  harm: 'Every amount is converted to a hundredth of it.',
  area: 'domain',
  file: 'packages/domain/kernel/money.ts',
  source: 'const value = toExactMinor(major, decimals);',
  replacement: 'const value = toExactMinor(major, decimals).div(100);',
  projects: ['unit'],
};

const commentOnly: SeededFault = {
  name: 'comment-only',
  harm: 'None: the edit is a comment.',
  area: 'server',
  file: 'apps/server/src/modules/tracking/position-limiter.ts',
  source: 'const buckets = new Map',
  replacement: '// Unchanged.\n  const buckets = new Map',
  projects: ['unit'],
};

const doesNotApply: SeededFault = { ...control, name: 'gone', source: 'text that is nowhere in the file' };

/** Control cases that the experiment must distinguish before its result counts. */
async function tryControls(): Promise<PlantedFault[]> {
  return withCopy(async (root) => {
    const broken = await tryFault(root, control);
    const unchanged = await tryFault(root, commentOnly);
    const error = await tryFault(root, doesNotApply).catch((reason: unknown) => reason);
    return [
      { fault: 'a broken function with obvious tests is caught', caught: broken.caughtBy !== null },
      { fault: 'an edit of a comment is reported as missed', caught: unchanged.caughtBy === null },
      {
        fault: 'a fault that no longer applies is an error',
        caught: error instanceof Error && error.message.includes('does not apply'),
      },
    ];
  });
}

/** The selected faults. Throws for an unknown name. */
function chosen({ only, isShort }: ProofOptions): readonly SeededFault[] {
  const names = only.length > 0 ? only : isShort ? shortNames : seededFaults.map(({ name }) => name);
  return names.map((name) => {
    const fault = seededFaults.find((one) => one.name === name);
    if (!fault) throw new Error(`There is no fault ${name}`);
    return fault;
  });
}

const line = ({ fault, caughtBy, seconds }: TriedFault): string =>
  `${fault.name} (${fault.area}, ${seconds} s): ${caughtBy ?? `MISSED: ${fault.harm}`}`;

async function run(log: (line: string) => void, options: ProofOptions): Promise<ProofReport> {
  const faults = chosen(options);
  const planted = await tryControls();
  const tried = await tryFaults(faults, (one) => log(line(one)));
  const missed = tried.filter(({ caughtBy }) => caughtBy === null);
  const caught = tried.length - missed.length;
  log(`${caught} of ${tried.length} faults were caught`);
  const failing = await failuresWithoutFault(tried);
  const tooFew = caught < MIN_SHARE * tried.length;
  return {
    tried: tried.length,
    violations: [
      ...(tooFew ? missed.map(({ fault }) => `No test notices ${fault.name}: ${fault.harm}`) : []),
      ...failing.map((test) => `Fails without a fault, too: ${test}`),
    ],
    planted,
    more: {
      faultsCaught: caught,
      faults: tried.map(({ fault, caughtBy, seconds }) => ({
        fault: fault.name,
        area: fault.area,
        caughtBy,
        seconds,
      })),
    },
  };
}

export const proof: Proof = {
  name: 'suite',
  about:
    'faults seeded one at a time into a copy of the code; tests must notice nearly all (--only, --short)',
  run,
};
