/** Joins class names and omits unset ones. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter((name) => name).join(' ');
}
