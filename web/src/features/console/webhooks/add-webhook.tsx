import { useState } from 'react';
import type { AddedWebhook, EventKind } from '@/api/schema';
import { api } from '@/lib/api-client';
import { ApiProblem } from '@/lib/problems';
import { useConsoleMessages } from '@/locales/console';
import { fieldMessage } from '@/locales/error-message';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { FieldError, TextField } from '@/ui/field';
import { change } from '../data/change';
import { useErrorMessage } from '../data/error-message';
import { useToInvalid } from '../parts/focus';
import { Problem } from '../parts/problem';
import s from './webhooks.module.css';

/** The form for a new webhook. Afterwards, it shows the secret, which no other page does. */
export function AddWebhook({ events }: { events: readonly EventKind[] }) {
  const w = useConsoleMessages().webhooks;
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<readonly EventKind[]>(events);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [added, setAdded] = useState<AddedWebhook>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const fields = useToInvalid(errors);
  const errorMessage = useErrorMessage();

  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    setErrors({});
    try {
      const body = { url, events: [...chosen] };
      setAdded(await change(api.post('/api/admin/webhooks', { body }), w.added));
      setUrl('');
    } catch (error) {
      const found = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(found.map((field) => [field.item, fieldMessage(field)])));
      if (found.length === 0) setProblem(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {added && <Secret added={added} />}
      <form
        ref={fields}
        className={`${s.form} panel no-print`}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void save();
        }}
      >
        <TextField
          label={w.url}
          help={w.urlHelp}
          error={errors.url}
          type="url"
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <fieldset className={s.choices}>
          <legend>{w.events}</legend>
          {errors.events && <FieldError id="webhook-events-error">{errors.events}</FieldError>}
          {events.map((kind) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={chosen.includes(kind)}
                aria-invalid={errors.events ? true : undefined}
                aria-describedby={errors.events && 'webhook-events-error'}
                onChange={(event) =>
                  setChosen(
                    events.filter((one) =>
                      one === kind ? event.target.checked : chosen.includes(one),
                    ),
                  )
                }
              />
              <span>{w.kinds[kind]}</span>
            </label>
          ))}
        </fieldset>
        <p className="note">{w.learns}</p>
        <div>
          <Button small type="submit" aria-disabled={busy}>
            {busy ? w.adding : w.addAction}
          </Button>
        </div>
        <Problem message={problem} />
      </form>
    </>
  );
}

/** The secret of the webhook that was added last. */
function Secret({ added }: { added: AddedWebhook }) {
  const w = useConsoleMessages().webhooks;
  return (
    <Callout kind="good" title={w.secret} role="status">
      <p>
        <code className={s.url}>{added.secret}</code>
      </p>
      <p>{w.secretHelp}</p>
    </Callout>
  );
}
