// Tests CSV output: values are read back unchanged, no cell runs as a spreadsheet formula, and writing stops when the
// reader disconnects.
import { get } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { type CsvLine, csvStream } from './csv-stream.ts';

const text = async (csv: Readable): Promise<string> => (await buffer(csv)).toString();

async function* lines(...given: CsvLine[]) {
  yield* given;
}

it('starts with a byte order mark and the requested columns, with or without lines', async () => {
  const columns = [
    { key: 'b', header: 'Zweite, "B"' },
    { key: 'a', header: 'الأول' },
  ];
  expect(await text(csvStream(lines(), columns))).toBe('\ufeff"Zweite, ""B""",الأول\r\n');
  expect(await text(csvStream(lines({ a: 1, b: null, c: 'left out' }), columns))).toBe(
    '\ufeff"Zweite, ""B""",الأول\r\n,1\r\n',
  );
  expect(await text(csvStream(lines({ a: true, b: 'x' })))).toBe('\ufeffa,b\r\ntrue,x\r\n');
});

it('writes amounts with the decimals of their currency, and escapes formulas in texts only', async () => {
  const given = {
    text: '=1+1',
    number: -3.5,
    pesos: { amount: -12.5, decimals: 2 },
    yen: { amount: 7, decimals: 0 },
  };
  expect(await text(csvStream(lines(given)))).toBe("\ufefftext,number,pesos,yen\r\n'=1+1,-3.5,-12.50,7\r\n");
});

it.each([
  ['Thanks;=1+1', `"Thanks;'=1+1"`],
  ['a;  @SUM(A1)', `"a;  '@SUM(A1)"`],
  ['a;"=1+1"', `"a;""'=1+1"""`],
  ['a\t-2+3', `"a\t'-2+3"`],
  ['a\r\n+1', `"a\r\n'+1"`],
  ['a;\uff1d1+1', `"a;'\uff1d1+1"`],
  ['=a;=b', `"'=a;'=b"`],
  ['one; two', '"one; two"'],
  ['1-2=3', '1-2=3'],
])('runs nowhere where a spreadsheet splits on something else than commas: %j', async (given, written) => {
  expect(await text(csvStream(lines({ text: given })))).toBe(`\ufefftext\r\n${written}\r\n`);
});

it('aborts when a line cannot be read', async () => {
  async function* broken(): AsyncGenerator<CsvLine> {
    yield { a: 1 };
    throw new Error('the database has gone');
  }
  await expect(text(csvStream(broken()))).rejects.toThrow('the database has gone');
});

it('reads no more lines after the client disconnected, and only a few ahead of a slow one', async () => {
  let asked = 0;
  let ended = (_: number): void => undefined;
  const stopped = new Promise<number>((resolve) => {
    ended = resolve;
  });
  async function* endless(): AsyncGenerator<CsvLine> {
    try {
      for (;;) {
        asked += 1;
        yield { line: 'x'.repeat(1000) };
      }
    } finally {
      ended(asked);
    }
  }
  const server = fastify();
  server.get('/csv', (_, reply) => reply.send(csvStream(endless())));
  const origin = await server.listen({ port: 0, host: '127.0.0.1' });
  const request = get(`${origin}/csv`, (response) => {
    response.once('data', () => request.destroy());
  });
  request.on('error', () => undefined);
  const until = await stopped;
  await server.close();
  expect(asked).toBe(until);
});
