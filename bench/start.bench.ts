// Benchmark from the command to a ready city: the first start in an unbuilt copy of this tree, then the second one on
// the same data.
import { copyTree, removeTree } from '../tools/checks/copy-tree.mjs';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { startServer, temporaryFolder } from './lib/server.ts';
import { median, percentile } from './lib/statistics.ts';

const PAIRS = 5;
const FIRST_LIMIT_MS = 20_000;
const SECOND_LIMIT_MS = 5000;

export const benchmark: Benchmark = {
  name: 'start',
  unit: 'ms',
  about:
    'first start to ready with packages installed, nothing built and no data; the limit is 20 s (second: 5 s)',
  async run(log) {
    const seconds: number[] = [];
    const report = await runPairs({
      name: 'start',
      unit: 'ms',
      pairs: PAIRS,
      log,
      ours: async () => {
        const tree = copyTree('kerb-bench-tree-');
        const folder = temporaryFolder('start');
        try {
          const first = await startServer(folder.path, { tree });
          await first.stop();
          const second = await startServer(folder.path, { tree });
          await second.stop();
          seconds.push(second.readyAfterMs);
          log(
            `first start ${Math.round(first.readyAfterMs)} ms, second ${Math.round(second.readyAfterMs)} ms`,
          );
          return [first.readyAfterMs];
        } finally {
          folder.remove();
          removeTree(tree);
        }
      },
      limit: async () => [FIRST_LIMIT_MS],
    });
    return {
      ...report,
      more: {
        second: Math.round(median(seconds)),
        secondP95: Math.round(percentile(seconds, 95)),
        secondLimit: SECOND_LIMIT_MS,
      },
    };
  },
};
