/** The height of text in drawings, in pixels. */
export const TEXT = 13;

/**
 * How wide letters are, as parts of their height: those of DejaVu Sans, the widest font that a system is likely to have, as
 * Chromium draws it. Everything else is as wide as an n.
 */
const WIDTHS = [
  { letters: /[ijlIJfrt.,;:'’!()/\s-]/, width: 0.36 },
  { letters: /[mwMW%@…—]/, width: 0.94 },
  { letters: /\p{Lu}/u, width: 0.72 },
];
const OTHERS = 0.62;
const STRONG = 1.14;

/** A letter with the marks on it, and what is joined to it: nothing is broken inside. */
const LETTER = /.(?:\p{M}|\u200d.)*/gsu;

/** About how many pixels a text takes. */
export function widthOf(text: string, strong = false): number {
  const widths = [...text].map(
    (letter) => WIDTHS.find(({ letters }) => letters.test(letter))?.width ?? OTHERS,
  );
  return widths.reduce((sum, width) => sum + width, 0) * TEXT * (strong ? STRONG : 1);
}

/** The pieces that a line may end with: words, and parts of them up to a hyphen. */
export const wordsOf = (text: string): string[] => text.split(/(?<= |\p{L}-)/u);

/** Breaks a text into lines of at most so many pixels: at spaces, after hyphens, and inside a word that is longer than a line. */
export function wrap(text: string, room: number, strong = false): string[] {
  const fits = (line: string) => widthOf(line.trimEnd(), strong) <= room;
  const lines = [''];
  const add = (part: string) => {
    const longer = `${lines.at(-1)}${part}`;
    if (longer === part || fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  };
  for (const word of wordsOf(text)) {
    if (fits(word)) {
      add(word);
    } else {
      if (lines.at(-1) !== '') lines.push('');
      for (const letter of word.match(LETTER) ?? []) add(letter);
    }
  }
  return lines.map((line) => line.trimEnd());
}
