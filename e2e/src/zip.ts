import { inflateRawSync } from 'node:zlib';

/** The files in the directory of a ZIP file. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const files = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, name, extra, comment] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
    ];
    const own = file.readUInt32LE(at + 42);
    const from = own + 30 + file.readUInt16LE(own + 26) + file.readUInt16LE(own + 28);
    const content = file.subarray(from, from + packed);
    const plain = file.readUInt16LE(at + 10) === 0 ? content : inflateRawSync(content);
    files.set(file.toString('utf8', at + 46, at + 46 + name), plain);
    at += 46 + name + extra + comment;
  }
  return files;
}
