// The API's documentation page in a real browser: it shows the routes under a policy without inline scripts and eval.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from './browser/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());

test('the documentation page lists the routes without violating the content security policy', async () => {
  const { page, failures } = await stage.open({ width: 1280 });
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Permissions-Policy/i.test(message.text())) blocked.push(message.text());
  });
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: 'Kerb', exact: true }).first().waitFor();
  await page.getByText('/api/v1/bookings').first().waitFor();
  expect(blocked).toEqual([]);
  expect(failures).toEqual([]);
});
