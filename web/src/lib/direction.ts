/** Languages that are written from right to left, and scripts that make others so (CLDR, `characterOrder`). */
const RIGHT_TO_LEFT = /^(?!.*-latn)(ar|ckb|dv|fa|he|nqo|ps|sd|syr|ug|ur|yi)\b|-(arab|hebr)\b/i;

/** The direction of a language's text, for `dir`. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr';
}
