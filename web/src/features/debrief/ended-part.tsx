import type { EndedPart as Ended } from '@/api/schema';
import { StudyHtml } from '@/features/study-page/study-html';
import { type Texts, useTexts } from '@/lib/locale';

type Why = Ended['outcome'];

/** Title and text of an outcome. Here, because few participants need them. */
const ENDINGS: Texts<Partial<Record<Why, (part: string) => { title: string; text: string }>>> = {
  en: {
    timed_out: (part) => ({
      title: `${part}: your time is over`,
      text: 'This part had to be completed within a certain time, which has passed. You can’t continue it. Your answers are stored.',
    }),
    failed: (part) => ({
      title: `${part} has ended`,
      text: 'Some questions checked whether people read the instructions. Too many of your answers to them did not fit, so you can’t continue this part. Your answers are stored.',
    }),
  },
  de: {
    timed_out: (part) => ({
      title: `${part}: Ihre Zeit ist abgelaufen`,
      text: 'Dieser Teil musste innerhalb einer bestimmten Zeit abgeschlossen werden. Diese Zeit ist vorbei, deshalb können Sie ihn nicht weiterführen. Ihre Antworten sind gespeichert.',
    }),
    failed: (part) => ({
      title: `${part} ist beendet`,
      text: 'Einige Fragen prüften, ob die Anweisungen gelesen wurden. Zu viele Ihrer Antworten darauf passten nicht, deshalb können Sie diesen Teil nicht weiterführen. Ihre Antworten sind gespeichert.',
    }),
  },
};

/** Why a later part ended before its last page: the text of the study, or that of the program. */
export function EndedPart({ ended }: { ended: Ended }) {
  const own = useTexts(ENDINGS)[ended.outcome]?.(ended.title);
  const html = ended.html ?? '';
  return (
    <section className="panel">
      {!html.includes('<h1') && <h2>{own?.title}</h2>}
      {html ? <StudyHtml html={html} below /> : <p>{own?.text}</p>}
    </section>
  );
}
