import type { ConsoleWords } from './console.en';
import { en } from './console.en';

export const de: ConsoleWords = en;
