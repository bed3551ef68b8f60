import type { Annotation } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import s from './media.module.css';

/** A mark with a place in the picture; a mark of a time alone has none. */
export function hasPlace(mark: Annotation): boolean {
  return mark.w > 0 && mark.h > 0;
}

/** Outlines over the picture; several are numbered like the buttons that lead to them. */
export function AnnotationBoxes({ marks }: { marks: readonly Annotation[] }) {
  const w = useTaskMessages().media;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div className={s.marks}>
      {marks.map((mark, index) =>
        hasPlace(mark) ? (
          <span
            key={`${mark.x}-${mark.y}-${mark.from ?? ''}`}
            className={s.markBox}
            role="img"
            aria-label={w.mark(index + 1)}
            style={{
              left: percent(mark.x),
              top: percent(mark.y),
              width: percent(mark.w),
              height: percent(mark.h),
            }}
          >
            {marks.length > 1 && <b aria-hidden="true">{index + 1}</b>}
          </span>
        ) : null,
      )}
    </div>
  );
}
