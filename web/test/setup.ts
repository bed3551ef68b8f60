import 'fake-indexeddb/auto';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A busy machine takes longer to render a lazy part than the default of a second.
configure({ asyncUtilTimeout: 10_000 });

// Tests of the build run without a DOM.
if (typeof document !== 'undefined') {
  afterEach(() => {
    vi.useRealTimers();
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });

  // jsdom has no layout, so it can't scroll.
  Element.prototype.scrollIntoView ??= () => {};

  // jsdom has dialogs, but can't open them and does not restore the focus when they close.
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
