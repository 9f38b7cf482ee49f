// Limit of the benchmark "read": Fastify that answers every call with one text. Prints its port when it is ready.
import fastify from 'fastify';

const [size] = process.argv.slice(2);
const bytes = Number(size);
if (!Number.isInteger(bytes) || bytes < 2) throw new Error('Name the size of the answer in bytes');

/** JSON of exactly this size. */
const answer = JSON.stringify('x'.repeat(bytes - 2));
const server = fastify();
server.get('/', async (_request, reply) => reply.type('application/json; charset=utf-8').send(answer));
await server.listen({ host: '127.0.0.1', port: 0 });
const address = server.server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port');
console.log(address.port);
