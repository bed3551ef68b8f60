import { FieldError } from './field';
import { type Ends, Likert, type Point } from './likert';
import s from './matrix.module.css';

type Props = {
  name: string;
  rows: { id: string; label: string }[];
  points: Point[];
  ends?: Ends | null | undefined;
  value: Record<string, number>;
  onChange: (row: string, value: number) => void;
  errors?: Record<string, string> | undefined;
};

/** Several statements on one scale: one card per statement at every width. */
export function Matrix({ name, rows, points, ends, value, onChange, errors }: Props) {
  return (
    <div className={s.matrix}>
      {rows.map((row) => {
        const error = errors?.[row.id];
        const errorId = `${name}-${row.id}-error`;
        return (
          <div key={row.id} className={s.row}>
            <fieldset
              id={row.id}
              aria-describedby={error ? errorId : undefined}
              aria-invalid={error ? true : undefined}
            >
              <legend>{row.label}</legend>
              {error && <FieldError id={errorId}>{error}</FieldError>}
              <Likert
                name={`${name}-${row.id}`}
                points={points}
                ends={ends}
                value={value[row.id]}
                onChange={(v) => onChange(row.id, v)}
              />
            </fieldset>
          </div>
        );
      })}
    </div>
  );
}
