// Tests of parsing the output of pgbench.
import { describe, expect, it } from 'vitest';
import { parsePgbench } from './pgbench.ts';

const output = `pgbench (15.18 (Debian 15.18-0+deb12u1), server 18.1)
transaction type: /tmp/pgbench.sql
number of clients: 16
number of transactions per client: 40
number of transactions actually processed: 640/640
number of failed transactions: 2 (0.312%)
latency average = 93.518 ms
initial connection time = 61.072 ms
tps = 171.090310 (without initial connection time)
`;

describe('parsePgbench', () => {
  it('parses the rate without the connection time, and both counts', () => {
    expect(parsePgbench(output)).toEqual({ perSecond: 171.09031, done: 640, failed: 2 });
  });

  it('throws for an output without a rate', () => {
    expect(() => parsePgbench('connection refused')).toThrow('connection refused');
  });
});
