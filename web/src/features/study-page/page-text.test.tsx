import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PageText } from './page-text';

test('the first paragraph stays with the heading, above what is put between', () => {
  const html = '<h1>Thank you</h1>\n<p>You are done.</p>\n<h2>What helps</h2>\n<p>Stop.</p>';
  const { container } = render(
    <PageText html={html} title="">
      <p>Code</p>
    </PageText>,
  );
  const words = [...container.querySelectorAll('h1, h2, p')].map((part) => part.textContent);
  expect(words).toEqual(['Thank you', 'You are done.', 'Code', 'What helps', 'Stop.']);
});
