import type { ReportContrast as Contrast, ReportMarginTest as MarginTest } from '@/api/schema';
import type { useConsoleMessages } from '@/locales/console';

import { interval, percent, pValue } from '../parts/format';
import { numeric } from '../parts/table';
import { differenceWriter } from './unit';

const write = differenceWriter('deviations');

/** The test of a comparison of d′ against its margin, if it has one. */
export const marginOf = (margins: MarginTest[], contrast: Contrast) =>
  margins.find((one) => one.comparison === contrast.comparison);

/** p against the margin and the interval that decides; nothing if no row has a margin. */
export function marginColumns<Row>(
  w: ReturnType<typeof useConsoleMessages>['results'],
  rows: Row[],
  of: (row: Row) => MarginTest | undefined,
) {
  if (!rows.some(of)) return [];
  return [
    numeric<Row>('marginP', w.pMargin, (row) => pValue(of(row)?.p)),
    numeric<Row>('marginInterval', w.marginInterval, (row) => {
      const found = of(row)?.interval;
      if (!found) return w.noMargin;
      return `${percent(found.level)}: ${interval(found.low, found.high, write)}`;
    }),
  ];
}
