import { onForget } from '@/lib/session';
import { createStore, useStore } from '@/lib/store';

/** The position in Flow A, for this visit only. The answers are part of the questions (`data.ts`). */
interface FlowAState {
  readonly index: number;
  /** Disabled answers by question. */
  readonly disabledAnswers: Readonly<Record<string, readonly string[]>>;
}

const EMPTY: FlowAState = { index: 0, disabledAnswers: {} };

const store = createStore<FlowAState>(EMPTY);

/** The state and the functions that change it. */
export const flowA = {
  get: store.get,

  /** Moves to the next question; false at the last of `total`. */
  forward(total: number): boolean {
    const state = store.get();
    if (state.index >= total - 1) return false;
    store.set({ ...state, index: state.index + 1 });
    return true;
  },

  /** Moves to the previous question; false at the first. */
  back(): boolean {
    const state = store.get();
    if (state.index <= 0) return false;
    store.set({ ...state, index: state.index - 1 });
    return true;
  },

  /** Moves to the question in the address. */
  goTo(index: number): void {
    const state = store.get();
    const next = Math.max(0, index);
    if (next !== state.index) store.set({ ...state, index: next });
  },

  /** Stores the disabled answers of a question. */
  disable(question: string, answers: readonly string[]): void {
    const state = store.get();
    store.set({ ...state, disabledAnswers: { ...state.disabledAnswers, [question]: answers } });
  },

  /** Clears the index and the disabled answers. */
  reset(): void {
    store.set(EMPTY);
  },
};

/** The state; the component re-renders when it changes. */
export function useFlowA(): FlowAState {
  return useStore(store);
}

onForget(flowA.reset);
