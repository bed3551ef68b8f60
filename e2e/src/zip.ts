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

/** A ZIP file with these files, uncompressed. */
export function zip(files: Map<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(0x800, 6);
    head.writeUInt16LE(0x21, 12);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt32LE(content.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    parts.push(head, name, content);
    list.push(entry, name);
    offset += head.length + name.length + content.length;
  }
  const directory = Buffer.concat(list);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directory, end]);
}

function crc32(content: Buffer): number {
  let crc = ~0;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
