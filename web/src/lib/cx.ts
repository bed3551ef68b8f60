/** Joins class names, leaving out what is not set. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter((name) => name).join(' ');
}
