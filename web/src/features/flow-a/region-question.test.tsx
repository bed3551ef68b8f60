import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createRecorder } from '@/features/timing/recorder';
import { picture } from '../../../test/fixtures';
import { RegionQuestion } from './region-question';

test('asks for a place only while the picture is shown', async () => {
  render(
    <RegionQuestion
      media={picture}
      recorder={createRecorder('followup', () => 0)}
      point={undefined}
      onSelect={vi.fn()}
    />,
  );
  expect(screen.getByText(/tap the place/)).toBeTruthy();
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByText(/tap the place/)).toBeNull();
  expect(screen.queryByRole('application', { hidden: true })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/tap the place/)).toBeTruthy();
});
