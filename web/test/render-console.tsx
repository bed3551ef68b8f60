import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { onTestFinished } from 'vitest';
import { client } from '@/features/console/data/query';

function Around({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <MemoryRouter>{children}</MemoryRouter>
    </QueryClientProvider>
  );
}

/** Renders a part of the console. Its cached data are cleared after the test. */
export function renderConsole(part: ReactNode) {
  onTestFinished(() => client.clear());
  return render(part, { wrapper: Around });
}
