// Benchmark of address search in the whole city with typical queries, including mistyped ones, compared with the delay
// that users notice.

import { seededRandom } from '@kerb/testing';
import { type Benchmark, runPairs } from './lib/benchmark.ts';
import { timeEach } from './lib/callers.ts';
import { startServer, temporaryFolder } from './lib/server.ts';

const PAIRS = 5;
const TYPINGS_A_PAIR = 150;
/** Budget of a search in ms: a slower response is noticeable while typing. */
const BUDGET_MS = 30;

/** Queries, each with a text that one of the results must contain. */
const queries: readonly [typed: string, expected: RegExp][] = [
  ['18 de Julio 1453', /18 de julio 1453/i],
  ['aven 18 julio', /18 de julio/i],
  ['18 de juilo 1200', /18 de julio 12/i],
  ['boulevar artigas', /artigas/i],
  ['Bulevar Artigas 1825', /artigas/i],
  ['av italia 2500', /italia/i],
  ['avenida itallia', /italia/i],
  ['rivera 2500', /rivera/i],
  ['Garibaldi', /garibaldi/i],
  ['garivaldi', /garibaldi/i],
  ['Agraciada 2300', /agraciada/i],
  ['colonia', /colonia/i],
  ['mercado del puerto', /mercado del puerto/i],
  ['tres cruces', /tres cruces/i],
  ['parque rodo', /parque rod[oó]/i],
  ['estadio centenario', /centenario/i],
  ['plaza independensia', /plaza independencia/i],
  ['8 de octubre 2700', /8 de octubre/i],
  ['ocho de octubre', /8 de octubre/i],
  ['ejido y 18 de julio', /ejido/i],
  ['jose pedro varela', /varela/i],
  ['canelones 1200', /canelones/i],
  ['mald', /mald/i],
  ['san martin 3', /san mart[ií]n/i],
];

/** A different query every time: a street or place, incomplete or with one wrong letter, often with a house number. */
function typist(): () => string {
  const random = seededRandom(1453);
  const below = (limit: number) => Math.floor(random() * limit);
  const names = queries.map(([typed]) => typed.replace(/ \d+$/, ''));
  const typed = new Set<string>();
  const type = (): string => {
    const name = names[below(names.length)] ?? '';
    const at = 3 + below(Math.max(1, name.length - 3));
    const number = 1 + below(4000);
    const versions = [
      name.slice(0, at),
      `${name} ${number}`,
      `${name.slice(0, at - 1)}${name.slice(at)} ${number}`,
      `${name.slice(0, at)}${name[at - 1] ?? ''}${name.slice(at)}`,
    ];
    return versions[below(versions.length)] ?? name;
  };
  return () => {
    let next = type();
    while (typed.has(next)) next = type();
    typed.add(next);
    return next;
  };
}

interface Suggestions {
  searchResults: { description: string }[];
}

function searcher(origin: string) {
  let calls = 0;
  return async (typed: string): Promise<string[]> => {
    calls += 1;
    const headers = { 'x-forwarded-for': `10.0.${Math.floor(calls / 200) % 256}.${calls % 200}` };
    const answer = await fetch(`${origin}/api/v1/maps/autocomplete?q=${encodeURIComponent(typed)}`, {
      headers,
    });
    if (!answer.ok) throw new Error(`The search for "${typed}" answered ${answer.status}`);
    const { searchResults }: Suggestions = JSON.parse(await answer.text());
    return searchResults.map(({ description }) => description);
  };
}

export const benchmark: Benchmark = {
  name: 'autocomplete',
  unit: 'ms',
  about: `GET /api/v1/maps/autocomplete over the city's addresses; the limit is the budget of ${BUDGET_MS} ms`,
  async run(log) {
    const folder = temporaryFolder('autocomplete');
    log('starting a server on a fresh data folder');
    const server = await startServer(folder.path);
    try {
      const search = searcher(server.origin);
      const lost: string[] = [];
      for (const [typed, expected] of queries) {
        if (!(await search(typed)).some((found) => expected.test(found))) lost.push(typed);
      }
      // Every query is sent once only, so that no response comes from a cache.
      const nextTyping = typist();
      const rounds = Array.from({ length: PAIRS }, () => Array.from({ length: TYPINGS_A_PAIR }, nextTyping));
      const report = await runPairs({
        name: 'autocomplete',
        unit: 'ms',
        pairs: PAIRS,
        log,
        ours: (pair) => timeEach(rounds[pair] ?? [], 1, search),
        limit: async () => [BUDGET_MS],
      });
      const found = queries.length - lost.length;
      return { ...report, more: { found, asked: queries.length, lost: lost.join(', ') } };
    } finally {
      await server.stop();
      folder.remove();
    }
  },
};
