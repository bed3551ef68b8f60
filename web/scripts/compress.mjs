// Compresses every file once with the best quality, so that the server never compresses.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(js|css|svg|json|txt)$/;

/** Writes `.br` and `.gz` next to each text file that they make smaller. */
export async function compressAll(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue;
    // Templates, which the server fills before it sends them.
    if (path.basename(entry.parentPath) === 'templates') continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = await readFile(file);
    await writeSmaller(`${file}.br`, brotli(bytes), bytes);
    await writeSmaller(`${file}.gz`, gzipSync(bytes, { level: 9 }), bytes);
  }
}

async function writeSmaller(file, packed, plain) {
  if (packed.length < plain.length) await writeFile(file, packed);
}

function brotli(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}
