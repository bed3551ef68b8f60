/** Why none of these numbers is there, each reason once; nothing if no reason is known. */
export function whyOf(numbers: readonly { why?: string | null }[]): string | undefined {
  const reasons = new Set(numbers.flatMap(({ why }) => why ?? []));
  return [...reasons].join(' ') || undefined;
}
