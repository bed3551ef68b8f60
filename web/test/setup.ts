import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// A busy machine takes more than the second that is the default to render a lazy part.
configure({ asyncUtilTimeout: 10_000 });

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
