/**
 * Build only: what comes first on a page, in its place and without its contents. The page's own script fills
 * it in as soon as the server has told it, while the app is still on its way (scripts/templates.mjs).
 */
import judgement from '@/features/judgement/judgement.module.css';
import media from '@/features/media/media.module.css';
import persona from '@/features/personas/persona.module.css';
import questionnaire from '@/features/questionnaire/questionnaire.module.css';
import study from '@/features/study-page/study-page.module.css';
import { Main, Shell } from '@/ui/page-shell';

/** The picture that a question is about. */
export function FirstClip() {
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

/** The words above a section of a questionnaire. */
export function FirstWords() {
  return (
    <Shell>
      <Main>
        <div className={study.progressPlace} />
        <header id="ahead" className={questionnaire.head} hidden>
          <p className={questionnaire.eyebrow} />
          {/* biome-ignore lint/a11y/useHeadingContent: the page's script gives it its words. */}
          <h1 />
          <div className={study.prose} />
          <div className={study.prose} />
        </header>
      </Main>
    </Shell>
  );
}
