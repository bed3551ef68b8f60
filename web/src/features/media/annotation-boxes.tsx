import type { Annotation } from '@/api/schema';
import { useTaskMessages } from '@/locales/task';
import s from './media.module.css';

/** Whether an annotation has an area on the picture; one of a time span has none. */
export function hasArea(annotation: Annotation): boolean {
  return annotation.w > 0 && annotation.h > 0;
}

/** The annotated areas over the picture; several are numbered like their buttons. */
export function AnnotationBoxes({ annotations }: { annotations: readonly Annotation[] }) {
  const w = useTaskMessages().media;
  const percent = (share: number) => `${share * 100}%`;
  return (
    <div className={s.annotations}>
      {annotations.map((annotation, index) =>
        hasArea(annotation) ? (
          <span
            key={`${annotation.x}-${annotation.y}-${annotation.from ?? ''}`}
            className={s.annotation}
            role="img"
            aria-label={w.mark(index + 1)}
            style={{
              left: percent(annotation.x),
              top: percent(annotation.y),
              width: percent(annotation.w),
              height: percent(annotation.h),
            }}
          >
            {annotations.length > 1 && <b aria-hidden="true">{index + 1}</b>}
          </span>
        ) : null,
      )}
    </div>
  );
}
