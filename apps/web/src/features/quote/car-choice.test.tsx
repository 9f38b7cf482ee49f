// Car types below each other, or side by side in a row to push along where the operator has horizontal_view on.
import { carType } from '@kerb/domain/fleet';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { CarChoice } from './car-choice.tsx';

const settings = vi.hoisted(() => ({ horizontal_view: false }));
vi.mock('../../lib/use-settings.ts', () => ({
  useSettings: () => settings,
  useFormat: () => ({ duration: String, money: String }),
}));

const car = (id: string, name: string) =>
  carType.parse({
    id,
    name,
    createdAt: 0,
    min_fare: 0,
    base_fare: 0,
    rate_per_unit_distance: 1,
    rate_per_hour: 1,
    convenience_fee_type: 'flat',
    convenience_fees: 0,
    pos: 1,
  });

function show() {
  const choose = vi.fn();
  const view = render(
    <CarChoice
      cars={[car('1', 'Economy'), car('2', 'Comfort')]}
      problem={null}
      onRetry={() => undefined}
      chosen="1"
      onChoose={choose}
      nearby={null}
      prices={null}
      later={true}
      issue={null}
    />,
  );
  const row = view.container.querySelector('fieldset > div');
  if (!row) throw new Error('There are no car types');
  return { choose, look: getComputedStyle(row) };
}

beforeEach(() => {
  settings.horizontal_view = false;
});

it('shows them below each other', () => {
  expect(show().look.display).toBe('grid');
});

it('shows them in one row with horizontal_view, still one group of choices', () => {
  settings.horizontal_view = true;
  const { choose, look } = show();
  expect([look.display, look.overflowX]).toEqual(['flex', 'auto']);
  const radios = screen.getAllByRole('radio');
  expect(radios.map((radio) => radio.getAttribute('name'))).toEqual(['carType', 'carType']);
  screen.getByRole('radio', { name: /Comfort/ }).click();
  expect(choose).toHaveBeenCalledWith('2');
});
