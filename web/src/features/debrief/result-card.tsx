import { useAccountMessages } from '@/locales/account';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Bar } from '@/ui/progress';
import s from './debrief.module.css';
import { describe, type Result } from './result';

/** How the participant did: all tests, estimate, confidence and errors. The same in every arm. */
export function ResultCard({ result }: { result: Result }) {
  const w = useAccountMessages().end.result;
  const { bars, sentences } = describe(result, w);
  const save = async () => {
    // Fetched when it is asked for: few participants save a picture.
    const { savePicture } = await import('./picture');
    await savePicture({ ...w, bars, sentences });
  };
  return (
    <section className={`${s.code} panel`} aria-labelledby="result">
      <h2 id="result">{w.title}</h2>
      <p className="help">{w.help}</p>
      <ul className={s.bars}>
        {bars.map(({ label, text, count, of }) => (
          <li key={label}>
            {label} <b>{text}</b>
            <Bar done={count / of} />
          </li>
        ))}
      </ul>
      {sentences.length > 0 && (
        <>
          <h3>{w.details}</h3>
          <ul className={s.sentences}>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <Button variant="secondary" small className="no-print" onClick={() => void save()}>
        <Icon name="download" size={20} />
        {w.save}
      </Button>
    </section>
  );
}
