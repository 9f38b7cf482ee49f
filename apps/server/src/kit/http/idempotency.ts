// Implements Idempotency-Key: repeats of a request have one effect and get the same answer.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { DomainError, type ErrorCode } from '@kerb/domain/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries, Tx } from '../db/tables.ts';
import { idempotencyRepository, type KeyClaim } from './idempotency.repository.ts';

export interface IdempotentAttempt extends KeyClaim {
  /** Decrypts the stored answer; derived from the key, which is not stored. */
  sealKey: Buffer;
  /** Headers set before the handler ran; they are not stored, because every reply gets them. */
  headersBefore: Readonly<Record<string, unknown>>;
}

interface Answer {
  headers: Record<string, string | string[]>;
  body: string;
  /** True for files; texts are stored unchanged. */
  isBase64?: boolean;
}

const UNSAFE_METHODS = new Set(['POST', 'PATCH', 'PUT', 'DELETE']);
const KEY = /^[\x21-\x7e]{1,200}$/;
/** Headers that the server sets for each transfer of an answer. */
const transferHeaders = new Set(['content-length', 'content-encoding', 'transfer-encoding', 'vary']);
/** Statuses that do not depend on the request itself, so that a repeat may succeed. */
const passingStatuses = new Set([401, 429]);
/** Clients repeat the same call after the proof. */
const passingCode: ErrorCode = 'second_factor_required';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const running = new AsyncLocalStorage<IdempotentAttempt>();

const hash = (...parts: string[]): Buffer => createHash('sha256').update(parts.join('\n')).digest();

/** Sorts the fields, so that equal JSON values give equal texts. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, canonical(field)]);
}

/** Hashes method, URL and body. The whole content of a file is hashed, because two files may have the same length. */
function requestHash(request: FastifyRequest, file: Buffer | undefined): Buffer {
  const body = file
    ? `file ${createHash('sha256').update(file).digest('hex')}`
    : JSON.stringify(canonical(request.body ?? null));
  return hash(request.method, request.url, body);
}

function seal(answer: Answer, key: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

function open(sealed: Buffer, key: Buffer): Answer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  // The text was encrypted by `seal` with the same key, so its type is known.
  return JSON.parse(text.toString()) as Answer;
}

function replay(reply: FastifyReply, status: number, answer: Answer): FastifyReply {
  reply.code(status).header('idempotency-replayed', 'true');
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  if (answer.isBase64) return reply.send(Buffer.from(answer.body, 'base64'));
  return reply.serializer((payload: unknown) => String(payload)).send(answer.body);
}

/** Headers that the handler added or changed. */
function headersSince(before: Readonly<Record<string, unknown>>, reply: FastifyReply): Answer['headers'] {
  const headers: Answer['headers'] = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value === undefined || value === before[name] || transferHeaders.has(name)) continue;
    headers[name] = Array.isArray(value) ? value : String(value);
  }
  return headers;
}

/** Null for a stream, which is sent while it is read and cannot be stored. */
function bodyOf(payload: unknown): Pick<Answer, 'body' | 'isBase64'> | null {
  if (typeof payload === 'string') return { body: payload };
  if (payload === undefined || payload === null) return { body: '' };
  if (!(payload instanceof Uint8Array)) return null;
  return { body: Buffer.from(payload).toString('base64'), isBase64: true };
}

const inProgress = (reply: FastifyReply): DomainError => {
  reply.header('retry-after', '1');
  return new DomainError('request_in_progress');
};

export interface Idempotency {
  /** Call it before the handler: claims the key, or sends the stored answer. `file` is the content of an upload. */
  begin(request: FastifyRequest, reply: FastifyReply, file?: Buffer): Promise<unknown>;
  /** Call it when the answer is ready to be sent: stores the answer. */
  end(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<void>;
  /** Runs the handler so that its transactions can mark the key. */
  run<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T>;
}

/**
 * Hook of the transactor: marks the key in the transaction that did the work. When a repeat has taken the key over from
 * a slow attempt, the attempt's transaction is rolled back.
 */
export async function markIdempotentEffect(tx: Tx): Promise<void> {
  const attempt = running.getStore();
  if (attempt && !(await idempotencyRepository(tx).markEffect(attempt)))
    throw new DomainError('request_in_progress');
}

export function createIdempotency(queries: Queries): Idempotency {
  const keys = idempotencyRepository(queries);

  const replayStored = async (
    attempt: Pick<IdempotentAttempt, 'keyHash' | 'sealKey'>,
    wanted: Buffer,
    reply: FastifyReply,
  ) => {
    const stored = await keys.read(attempt.keyHash);
    // The key was released between the two statements, because the first attempt has just failed.
    if (stored === null) throw inProgress(reply);
    if (!stored.requestHash.equals(wanted)) throw new DomainError('idempotency_key_reused');
    if (stored.status !== null && stored.answer !== null)
      return replay(reply, stored.status, open(stored.answer, attempt.sealKey));
    // While the key is locked, the first attempt may still store its answer.
    if (stored.tookEffect && !stored.isLocked)
      throw new DomainError(
        'conflict',
        'This request took effect, but its answer was lost; read the current state.',
      );
    throw inProgress(reply);
  };

  return {
    async begin(request, reply, file) {
      const key = request.headers['idempotency-key'];
      if (key === undefined || !UNSAFE_METHODS.has(request.method)) return undefined;
      if (typeof key !== 'string' || !KEY.test(key)) {
        const message = '1 to 200 visible ASCII characters';
        throw new DomainError('invalid_input', undefined, [{ path: 'Idempotency-Key', message }]);
      }
      const owner = request.actor?.uid ?? `address ${request.ip}`;
      const sealed = { keyHash: hash('kept', owner, key), sealKey: hash('sealed', owner, key) };
      const wanted = requestHash(request, file);
      const claim = await keys.take(sealed.keyHash, wanted);
      if (claim === null) return replayStored(sealed, wanted, reply);
      request.idempotent = { ...sealed, ...claim, headersBefore: reply.getHeaders() };
      return undefined;
    },

    async end(request, reply, payload) {
      const attempt = request.idempotent;
      if (attempt === null) return;
      request.idempotent = null;
      const status = reply.statusCode;
      const isPassing = passingStatuses.has(status) || request.problem === passingCode;
      if (status >= 500 || isPassing) {
        await keys.free(attempt, { unlessItTookEffect: status !== 502 && !isPassing });
        return;
      }
      const body = bodyOf(payload);
      // The answer is a stream of an export, which only reads: a repeat runs it again.
      if (body === null) return keys.free(attempt, { unlessItTookEffect: true });
      const answer = { headers: headersSince(attempt.headersBefore, reply), ...body };
      await keys.keep(attempt, status, seal(answer, attempt.sealKey));
    },

    run: (request, work) => (request.idempotent === null ? work() : running.run(request.idempotent, work)),
  };
}
