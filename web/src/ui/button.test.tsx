import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Button } from './button';

/** A page with a button, followed by a page with one in the same position. */
function Two({ onSecond }: { onSecond: () => void }) {
  const [second, setSecond] = useState(false);
  return second ? (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSecond();
      }}
    >
      <Button type="submit">Submit</Button>
    </form>
  ) : (
    <Button onClick={() => setSecond(true)}>Continue</Button>
  );
}

it('the second click of a double click does not reach the next page', async () => {
  const submitted = vi.fn();
  render(<Two onSecond={submitted} />);
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }), { detail: 2 });
  expect(submitted).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Submit' }), { detail: 1 });
  expect(submitted).toHaveBeenCalledOnce();
});

it('accepts fast key presses', async () => {
  const submitted = vi.fn();
  render(<Two onSecond={submitted} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(submitted).toHaveBeenCalledOnce();
});

it('secondary buttons can be pressed quickly', async () => {
  const more = vi.fn();
  render(
    <Button variant="secondary" onClick={more}>
      More
    </Button>,
  );
  await userEvent.tripleClick(screen.getByRole('button', { name: 'More' }));
  expect(more).toHaveBeenCalledTimes(3);
});
