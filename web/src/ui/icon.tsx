/** Line icons on a grid of 24, one path each. */
const PATHS = {
  alert: 'M12 8v5M12 16.5v.01M12 3l9.5 17h-19z',
  back: 'M19 12H5M11 6l-6 6 6 6',
  captions: 'M3 6.5h18v11H3zM10.5 10.8a2 2 0 1 0 0 2.4M17 10.8a2 2 0 1 0 0 2.4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  cloud: 'M7.5 18.5a4.5 4.5 0 0 1-.5-9 5.5 5.5 0 0 1 10.6 1A4 4 0 0 1 17 18.5z',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  down: 'M6 9.5l6 6 6-6',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3q8 9 0 18q-8-9 0-18',
  info: 'M12 11v5M12 8v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z',
  like: 'M12 20l-8-8a5 5 0 0 1 8-6 5 5 0 0 1 8 6z',
  minus: 'M6 12h12',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5z',
  next: 'M5 12h14M13 6l6 6-6 6',
  out: 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M15 8l4 4-4 4M19 12H9.5',
  pause: 'M9 5.5v13M15 5.5v13',
  play: 'M8 5.5v13l10.5-6.5z',
  plus: 'M6 12h12M12 6v12',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  replay: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4.5h4.5',
  search: 'M16.5 16.5L21 21M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0z',
  shield: 'M12 3l8 3v5.5c0 4.6-3.3 8-8 9.5-4.7-1.5-8-4.9-8-9.5V6z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  sun: 'M12 4V2M12 22v-2M4 12H2M22 12h-2M6.3 6.3L4.9 4.9M19.1 19.1l-1.4-1.4M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  target: 'M12 3v4M12 17v4M3 12h4M17 12h4M18 12a6 6 0 1 1-12 0 6 6 0 0 1 12 0z',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  x: 'M6 6l12 12M18 6L6 18',
} as const;

/** Arrows along the line, which point the other way in a script that runs from right to left. */
const MIRRORED: ReadonlySet<IconName> = new Set(['back', 'next', 'out']);

export type IconName = keyof typeof PATHS;

/** Decorative: the element around the icon has the accessible name. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 20 ? 2.25 : 1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={MIRRORED.has(name) ? 'mirrored' : undefined}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
