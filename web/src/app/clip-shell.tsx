/**
 * Build only: the place of a question's picture, as it will stand on the page. The page's own script puts the
 * picture in as soon as the server has named it, while the app is still on its way (scripts/templates.mjs).
 */
import judgement from '@/features/judgement/judgement.module.css';
import media from '@/features/media/media.module.css';
import persona from '@/features/personas/persona.module.css';
import study from '@/features/study-page/study-page.module.css';
import { Main, Shell } from '@/ui/page-shell';

export function ClipShell() {
  return (
    <Shell>
      <Main tight>
        <div className={study.progressPlace} />
        <div className={judgement.form}>
          <div className={persona.strip}>
            <span className={persona.portrait} />
          </div>
          <figure id="ahead" className={media.frame} hidden>
            <div className={media.stage} />
          </figure>
        </div>
      </Main>
    </Shell>
  );
}
