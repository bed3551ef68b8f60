import { loadStudy } from '@/features/study/study';
import { saveFile } from '@/lib/save-file';
import type { Bar } from './result';

type Content = {
  title: string;
  help: string;
  details: string;
  bars: readonly Bar[];
  sentences: readonly string[];
};

const WIDTH = 1080;
const MARGIN = 80;
const INNER = WIDTH - 2 * MARGIN;

/** Lines that are at most as wide as the picture's inside. */
export function wrap(text: string, width: (line: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && width(`${line} ${word}`) <= INNER)
      lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** Draws the content, in the colours of the page, and returns its height. */
function draw(
  pen: CanvasRenderingContext2D,
  study: string,
  { title, help, details, bars, sentences }: Content,
): number {
  const style = getComputedStyle(document.documentElement);
  const value = (name: string) => style.getPropertyValue(name).trim();
  const font = value('--font') || 'sans-serif';
  pen.fillStyle = value('--surface');
  pen.fillRect(0, 0, WIDTH, pen.canvas.height);
  let y = MARGIN;
  const write = (text: string, size: number, colour: string, weight = 400) => {
    pen.font = `${weight} ${size}px ${font}`;
    pen.fillStyle = value(colour);
    for (const line of wrap(text, (part) => pen.measureText(part).width)) {
      y += size;
      pen.fillText(line, MARGIN, y);
      y += size * 0.4;
    }
  };
  write(study, 32, '--ink-2');
  y += 12;
  write(title, 64, '--ink', 700);
  write(help, 32, '--ink-2');
  for (const { label, text, count, of } of bars) {
    y += 36;
    write(`${label}: ${text}`, 40, '--ink', 600);
    for (const [share, colour] of [
      [1, '--line'],
      [count / of, '--accent'],
    ] as const) {
      pen.fillStyle = value(colour);
      pen.fillRect(MARGIN, y, INNER * share, 32);
    }
    y += 32;
  }
  y += 36;
  if (sentences.length > 0) write(details, 36, '--ink', 600);
  for (const sentence of sentences) {
    y += 16;
    write(sentence, 36, '--ink');
  }
  return y + MARGIN;
}

/** Saves the result as an image to keep: no code and no name are in it. */
export async function savePicture(content: Content): Promise<void> {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const study = (await loadStudy()).title;
  canvas.width = WIDTH;
  // The first drawing measures; a new height clears the canvas.
  canvas.height = Math.ceil(draw(pen, study, content));
  draw(pen, study, content);
  const image = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (image) saveFile('result.png', 'image/png', image);
}
