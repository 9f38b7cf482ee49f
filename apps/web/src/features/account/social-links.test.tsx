// Tests the social sign-ins in the profile: the address that connecting opens, and the errors shown after a rejected
// redirect.
import { aUser } from '@kerb/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadTexts, startI18n } from '../../lib/i18n/index.ts';
import { store } from '../../lib/store.ts';
import { SocialLinks } from './social-links.tsx';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const user = aUser({ loginType: 'google', mobile: '', social: ['google'] });

const asked: string[] = [];
beforeAll(async () => {
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    asked.push(`${init.method ?? 'GET'} ${address}`);
    return new Response(JSON.stringify({ code: 'last_way_in', status: 409 }), { status: 409 });
  });
  await startI18n();
  await Promise.all([loadTexts('account'), loadTexts('errors')]);
});

function show(address = '/profile') {
  render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[address]}>
        <SocialLinks user={user} offered={['google', 'apple']} />
      </MemoryRouter>
    </Provider>,
  );
}

describe('social sign-ins in the profile', () => {
  it('links to the provider, which redirects back to the profile', () => {
    show();
    const connect = screen.getByRole('link', { name: 'Connect Apple' });
    expect(connect.getAttribute('href')).toBe('/api/v1/auth/social/apple?link=true&next=%2Fprofile');
  });

  it('shows that the only remaining sign-in method cannot be disconnected', async () => {
    show();
    fireEvent.click(screen.getByRole('button', { name: 'Disconnect Google' }));
    await screen.findByText('This is the only way to sign in to this account, so it stays.');
    expect(asked).toEqual(['DELETE /api/v1/me/social/google']);
  });

  it('shows that the social account belongs to another user', () => {
    show('/profile?error=user_exists');
    expect(screen.getByRole('alert').textContent).toBe('That sign-in belongs to another account here.');
  });
});
