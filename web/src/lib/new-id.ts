/** A random UUID. `randomUUID` is missing on insecure pages, but every blob's address ends with one. */
export function newId(): string {
  return crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
}
