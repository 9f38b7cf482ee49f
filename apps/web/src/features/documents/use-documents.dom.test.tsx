// Saving a document: the calls that each kind of change makes, and that the list is read again afterwards.
import type { DriverDocument } from '@kerb/contract';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { beforeEach, expect, it, vi } from 'vitest';
import { answersApi } from '../../lib/answers.ts';
import { store } from '../../lib/store.ts';
import { useDocuments } from './use-documents.ts';

const license = (expiresOn: string | null): DriverDocument => ({
  id: 'd1',
  kind: 'licenseImage',
  uploadedAt: 1,
  expiresOn,
  expired: false,
  url: '/d1',
  linkExpiresAt: 2,
});
const picture = new Blob(['picture'], { type: 'image/png' });

let calls: string[] = [];
let documents: DriverDocument[] = [];
beforeEach(() => {
  calls = [];
  documents = [license('2030-01-31')];
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const path = address.replace(/^.*\/api\/v1/, '');
    calls.push(`${method} ${path}`);
    if (path === '/auth/session') return Response.json({ user: null, secondFactor: null });
    return Response.json({ items: documents });
  });
  return () => act(() => store.dispatch(answersApi.util.resetApiState()));
});

const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;

async function shown(driver?: string) {
  const { result } = renderHook(() => useDocuments(driver), { wrapper });
  await waitFor(() => expect(result.current.items).toEqual(documents));
  calls = [];
  return result;
}

it('changes only the expiry day when there is no new picture', async () => {
  const result = await shown('u1');
  documents = [license('2031-01-31')];
  const change = { kind: 'licenseImage', picture: null, expiresOn: '2031-01-31', key: 'k' } as const;
  await act(() => result.current.save(change));
  await waitFor(() => expect(result.current.items).toEqual(documents));
  expect(calls).toEqual(['PATCH /documents/d1', 'GET /users/u1/documents']);
});

it('removes the expiry day when an admin cleared it', async () => {
  const result = await shown('u1');
  const change = { kind: 'licenseImage', picture, expiresOn: null, key: 'k' } as const;
  await act(() => result.current.save(change));
  expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([
    'PUT /users/u1/documents/licenseImage',
    'PATCH /documents/d1',
  ]);
});

it("sends the driver's own document and reads their record again", async () => {
  const result = await shown();
  const change = { kind: 'licenseImage', picture, expiresOn: '2031-01-31', key: 'k' } as const;
  await act(() => result.current.save(change));
  expect(calls[0]).toBe('PUT /me/documents/licenseImage?expiresOn=2031-01-31');
  await waitFor(() =>
    expect(calls).toEqual(expect.arrayContaining(['GET /me/documents', 'GET /auth/session'])),
  );
});

it('throws the server’s error and restores the previous document', async () => {
  const result = await shown();
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'image_unreadable', status: 422 }, { status: 422 }),
  );
  const change = { kind: 'licenseImage', picture, expiresOn: '2031-01-31', key: 'k' } as const;
  await expect(act(() => result.current.save(change))).rejects.toMatchObject({ code: 'image_unreadable' });
  expect(result.current.items).toEqual(documents);
});
