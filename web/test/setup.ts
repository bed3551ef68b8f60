import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine takes more than the second that is the default to render a lazy part.
configure({ asyncUtilTimeout: 10_000 });

// Tests of the build run without a browser.
if (typeof document !== 'undefined') {
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });

  // jsdom lays nothing out, so it has nowhere to scroll to.
  Element.prototype.scrollIntoView ??= () => {};

  // jsdom knows dialogs, but not how they open, nor where the focus goes when they close.
  let opener: Element | null = null;
  HTMLDialogElement.prototype.showModal = function show() {
    opener = document.activeElement;
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    (opener as HTMLElement | null)?.focus();
    this.dispatchEvent(new Event('close'));
  };
}
