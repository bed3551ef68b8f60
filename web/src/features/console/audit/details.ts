/** The details of an entry as names and values, the inner ones with a dotted name. Nothing stays out. */
export function detailsOf(details: unknown, path = ''): [string, string][] {
  if (typeof details !== 'object' || details === null) {
    return details === null || details === undefined ? [] : [[path, String(details)]];
  }
  return Object.entries(details).flatMap(([name, value]) =>
    detailsOf(value, path ? `${path}.${name}` : name),
  );
}
