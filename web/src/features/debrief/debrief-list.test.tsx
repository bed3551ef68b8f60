import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { debriefItem, picture } from '../../../test/fixtures';
import { DebriefList } from './debrief-list';

const item = (index: number) => debriefItem({ id: `i${index}`, text: `Clip ${index}` });
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));

test('a long list shows its beginning, and the rest on request, with the focus on the first new item', async () => {
  render(<DebriefList items={items(20)} />);
  const later = () => document.querySelectorAll('.debrief__later, [class*="later"]');
  expect(later()).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 20' }));
  expect(later()).toHaveLength(0);
  expect(document.activeElement?.textContent).toContain('Clip 9');
  expect(screen.queryByRole('button', { name: 'Show all 20' })).toBeNull();
});

test('a person has only the name, because whether the person is real is for the study to say', () => {
  render(<DebriefList items={[debriefItem({ who: 'Maren Okafor' })]} />);
  screen.getByText('Maren Okafor');
});

test('a short list is complete', () => {
  render(<DebriefList items={items(10)} />);
  expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
});

test('the list has a heading for each part, in the order of the study', () => {
  render(
    <DebriefList
      items={[
        debriefItem({ id: 'a', part: 'after', text: 'Clip C' }),
        debriefItem({ id: 'b', part: 'before', text: 'Clip A' }),
        debriefItem({ id: 'c', part: 'exercise', text: 'Clip B' }),
      ]}
    />,
  );
  const headings = screen.getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Before',
    'Exercise',
    'Afterwards',
  ]);
  expect(screen.getAllByText(/^Clip/).map(({ textContent }) => textContent)).toEqual([
    'Clip A',
    'Clip B',
    'Clip C',
  ]);
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a part with nothing but later items has no heading yet', () => {
  const after = debriefItem({ id: 'after', part: 'after' });
  render(<DebriefList items={[...items(20), after]} />);
  const later = document.querySelectorAll('section[class*="later"]');
  expect([...later].map((part) => part.querySelector('h3')?.textContent)).toEqual(['Afterwards']);
});

test('the filter leaves only incorrect answers, and parts that have any', async () => {
  const wrong = debriefItem({ id: 'w', part: 'after', text: 'Clip W', correct: false });
  render(<DebriefList items={[...items(20), debriefItem({ correct: true }), wrong]} />);
  const filter = screen.getByRole('checkbox', { name: 'Only what I got wrong (1)' });
  await userEvent.click(filter);
  expect(screen.getAllByText(/^Clip/).map(({ textContent }) => textContent)).toEqual(['Clip W']);
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Afterwards');
  await userEvent.click(filter);
  expect(screen.getAllByText(/^Clip/)).toHaveLength(21);
});

test('a clip can be played again, a picture seen again', () => {
  render(
    <DebriefList
      items={[
        debriefItem({ id: 'a', media: { ...picture, kind: 'audio' } }),
        debriefItem({ id: 'b', media: picture }),
      ]}
    />,
  );
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names).toEqual(['Play it again', 'See it again']);
});
