import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ShortcutHints } from './shortcut-hints';

const shown = (labels: string[]) => {
  const { container, unmount } = render(<ShortcutHints labels={labels} replay={false} />);
  const text = container.textContent;
  unmount();
  return text;
};

test('two answers have their keys, more only a range', () => {
  expect(shown(['Original', 'Altered'])).toContain('1 Original2 Altered');
  const many = shown(['Melody', 'Breath', 'Noise']);
  expect(many).toContain('1 – 3 choose');
  expect(many).not.toContain('Breath');
  expect(screen.queryByText('Melody')).toBeNull();
});
