/** A random UUID. `randomUUID` is missing where the address is not a safe one; every blob's address ends with one. */
export function newId(): string {
  return crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
}
