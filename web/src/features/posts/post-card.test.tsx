import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { initials, PostCard } from './post-card';

test('initials are those of the first and the last word', () => {
  expect(initials('Maren van Okafor')).toBe('MO');
  expect(initials('Sparkasse')).toBe('S');
});

test('initials have no other meaning', () => {
  expect(initials('Stimmen der Stadt')).toBe('S');
});

test('an account has the portrait of its persona, or initials if that fails', () => {
  const post = {
    author: 'Maren Okafor',
    handle: '@maren',
    portrait: null,
    age: '1 h',
    text: 'Hello',
  };
  const { container } = render(<PostCard post={{ ...post, portrait: '/api/media/p' }} />);
  const portrait = container.querySelector('img');
  expect(portrait?.getAttribute('src')).toBe('/api/media/p');
  if (portrait) fireEvent.error(portrait);
  expect(screen.getByText('MO')).toBeTruthy();
});
