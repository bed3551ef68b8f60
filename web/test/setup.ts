import 'fake-indexeddb/auto';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

// Tests of the build run without a browser.
if (typeof document !== 'undefined') {
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });

  // jsdom lays nothing out, so it has nowhere to scroll to.
  Element.prototype.scrollIntoView ??= () => {};
}
