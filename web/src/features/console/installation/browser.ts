/** In the order of search: most browsers also name those that they descend from. */
const BROWSERS = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|HeadlessChrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).* Safari/],
] as const;

const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** Browser and system by the header `User-Agent`, for people; the header itself if it is another program. */
export function browserOf(agent: string): string {
  const browser = BROWSERS.map(([name, at]) => [name, at.exec(agent)?.[1]]).find(([, own]) => own);
  if (!browser) return agent;
  const system = SYSTEMS.find(([, at]) => at.test(agent))?.[0];
  return [browser.join(' '), system].filter(Boolean).join(', ');
}
