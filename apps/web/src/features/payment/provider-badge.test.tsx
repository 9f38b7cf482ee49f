// Each payment provider has a badge with its name, drawn without third-party artwork or requests.
import { providerName, providerTitles } from '@kerb/domain/payment';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ProviderBadge } from './provider-badge.tsx';

afterEach(cleanup);

it.each(providerName.options)('%s has a badge with its name, drawn here', (name) => {
  const { container } = render(<ProviderBadge name={name} />);
  const [badge] = container.children;
  expect(badge?.tagName).toBe('svg');
  expect(badge?.textContent).toBe(providerTitles[name]);
  expect(container.querySelector('image, img, use')).toBeNull();
});
