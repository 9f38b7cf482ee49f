// Tests of the session cookie: bound to this host over TLS, and only one of its two names is accepted.
import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { credentialsOf } from '../../../kit/http/actor.ts';
import { clearSessionCookie, giveSessionCookie } from './session-cookie.ts';

async function serve(publicUrl?: string) {
  const app = fastify({ trustProxy: true });
  app.decorate('publicUrl', publicUrl);
  await app.register(cookie);
  app.get('/in', async (request, reply) => {
    giveSessionCookie(request, reply, 'a-token');
    return null;
  });
  app.get('/out', async (request, reply) => {
    clearSessionCookie(request, reply);
    return null;
  });
  app.get('/who', async (request) => ({ token: credentialsOf(request)?.token ?? null }));
  return {
    cookies: async (url: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url, headers })).headers['set-cookie'],
    tokenOf: async (cookies: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/who', headers: { ...headers, cookie: cookies } })).json().token,
  };
}

const overTls = { 'x-forwarded-proto': 'https' };
const hostCookie = /^__Host-kerb_session=a-token; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/;

it('has no prefix and no Secure attribute over http on localhost', async () => {
  const { cookies, tokenOf } = await serve();
  expect(await cookies('/in')).toMatch(
    /^kerb_session=a-token; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  expect(await tokenOf('kerb_session=a-token')).toBe('a-token');
});

it('has the __Host- prefix over TLS, where a cookie without the prefix is ignored', async () => {
  const { cookies, tokenOf } = await serve();
  expect(await cookies('/in', overTls)).toMatch(hostCookie);
  expect(await tokenOf('__Host-kerb_session=a-token', overTls)).toBe('a-token');
  expect(await tokenOf('kerb_session=planted', overTls)).toBeNull();
  expect(await tokenOf('kerb_session=planted; __Host-kerb_session=a-token', overTls)).toBe('a-token');
});

it('is Secure where the public address is https, whether or not the proxy forwards the protocol', async () => {
  const { cookies } = await serve('https://kerb.example');
  expect(await cookies('/in')).toMatch(hostCookie);
});

it('is removed under both names over TLS', async () => {
  const { cookies } = await serve();
  expect(await cookies('/out')).toMatch(/^kerb_session=; /);
  expect(await cookies('/out', overTls)).toEqual([
    expect.stringMatching(/^__Host-kerb_session=; .*Secure/),
    expect.stringMatching(/^kerb_session=; .*Secure/),
  ]);
});
