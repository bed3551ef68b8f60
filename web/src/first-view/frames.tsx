/**
 * Build only: the part of a page that comes first, in its place and without its contents. The page's own script
 * fills it in as soon as the data are there, while the app is still loading (show.ts).
 */
import judgement from '@/features/judgement/judgement.module.css';
import media from '@/features/media/media.module.css';
import persona from '@/features/personas/persona.module.css';
import questionnaire from '@/features/questionnaire/questionnaire.module.css';
import study from '@/features/study-page/study-page.module.css';
import loading from '@/ui/loading.module.css';
import { Main, Shell } from '@/ui/page-shell';

/** The picture that a question is about. */
export function PictureFrame() {
  return (
    <Shell>
      <Main tight>
        <div className={study.progressPlace} />
        <div className={judgement.form}>
          <div className={persona.strip}>
            <span className={persona.portrait} />
          </div>
          <figure id="first-view" className={media.frame} hidden>
            <div className={media.stage}>
              <img className={media.picture} alt="" fetchPriority="high" />
            </div>
          </figure>
        </div>
      </Main>
    </Shell>
  );
}

/** Heading and text above a section of a questionnaire. */
export function TextFrame() {
  return (
    <Shell>
      <Main>
        <div className={study.progressPlace} />
        <header id="first-view" className={questionnaire.head} hidden>
          <p className="eyebrow" />
          {/* biome-ignore lint/a11y/useHeadingContent: the page's script gives it its text. */}
          <h1 />
          <div className={study.prose} />
          <div className={study.prose} />
        </header>
      </Main>
    </Shell>
  );
}

/** `failed` takes its place if the app can't be loaded; over a first view it is small. */
export function LoadingApp({ failed }: { failed: string }) {
  return (
    <p className="loading" role="status" data-failed={failed} data-over={loading.over}>
      Loading...
    </p>
  );
}
