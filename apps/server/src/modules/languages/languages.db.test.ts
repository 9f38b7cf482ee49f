// The languages over HTTP: who may read and change them, what a text may hold, one default always, and nothing lost to others.
import { randomUUID } from 'node:crypto';
import { type LanguageChoice, type LanguageView, type RouteDefinition, routes } from '@kerb/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demonstrationSignIns } from '../../seed/index.ts';
import { createTestApp, type TestApp } from '../../kit/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the languages on offer', () => {
  it('are the five shipped ones at first, English the default', async () => {
    const response = await app.server.inject({ method: 'GET', url: '/api/v1/languages' });
    console.log(response.json());
    const t = await app.server.inject({ method: 'GET', url: '/api/v1/languages/es/texts/core?version=0' });
    console.log(t.json(), t.headers);
  });
});
