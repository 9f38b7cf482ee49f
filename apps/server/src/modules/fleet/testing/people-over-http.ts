// Shared helpers of the fleet's tests over HTTP: sessions, uploads, pictures, and a clock that can be moved.
import { demoMobile } from '@kerb/domain/identity';
import sharp from 'sharp';
import { createTestApp, type TestAppOptions } from '../../../kit/testing/test-app.ts';

export interface Call {
  token?: string | undefined;
  body?: object;
  /** Uploaded as multipart form data in this field. */
  file?: { field?: string; bytes: Buffer; name?: string; type?: string };
  headers?: Record<string, string>;
}

/** A small picture of one colour; each shade gives different bytes. */
export const aPicture = (shade = 100): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: { r: shade, g: 40, b: 90 } } })
    .jpeg()
    .toBuffer();

export async function multipart({
  field = 'image',
  bytes,
  name = 'picture.jpg',
  type,
}: NonNullable<Call['file']>) {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)], { type: type ?? 'image/jpeg' }), name);
  const response = new Response(form);
  return {
    payload: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type') ?? '',
  };
}

/** A manual clock that is never behind the database's clock, by which jobs run. */
export function movableClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance(ms: number) {
      ahead += ms;
    },
  };
}

export async function createFleetApp(options: TestAppOptions = {}) {
  const clock = movableClock();
  const app = await createTestApp({ seed: true, requireAllRoutes: false, clock, ...options });

  async function call(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, input: Call = {}) {
    const { token, body, file, headers = {} } = input;
    const upload = file ? await multipart(file) : undefined;
    const response = await app.server.inject({
      method,
      url:
        path.startsWith('/api/') || path.startsWith('/user_') || path.startsWith('/validate_')
          ? path
          : `/api/v1${path}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(upload ? { 'content-type': upload.contentType } : {}),
        ...headers,
      },
      ...(upload ? { payload: upload.payload } : body ? { payload: body } : {}),
    });
    const isJson = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      json: isJson && response.body ? response.json() : {},
      headers: response.headers,
      bytes: response.rawPayload,
    };
  }

  async function challenge(mobile: string): Promise<{ verificationId: string; otp: string }> {
    const sent = await call('POST', '/auth/otp', { body: { mobile } });
    const inbox = await call('GET', `/dev/inbox?mobile=${encodeURIComponent(mobile)}&limit=20`);
    return {
      verificationId: sent.json.verificationId,
      otp: inbox.json.items.find((message: { otp: string | null }) => message.otp !== null)?.otp,
    };
  }

  async function signIn(mobile: string): Promise<{ token: string; uid: string }> {
    const { json } = await call('POST', '/auth/session', { body: await challenge(mobile) });
    return { token: String(json.token), uid: String(json.user.id) };
  }

  const jobs = Object.assign({}, ...app.modules.all.map((module) => module.jobs ?? {}));
  return {
    app,
    clock,
    call,
    challenge,
    signIn,
    mobile: demoMobile,
    query: app.database.pool,
    /** Runs a job as the runner would. */
    runJob: (name: string, payload: object = {}): Promise<void> => jobs[name](payload),
    close: () => app.close(),
  };
}
