/** The number of people in a field: null for none, undefined for what is no whole number. */
export function readQuota(given: string): number | null | undefined {
  const text = given.trim();
  if (text === '') return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
