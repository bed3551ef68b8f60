/**
 * Build only: the first part of a page, without its contents. The page's script fills it in once its data are loaded,
 * while the app is still loading (show.ts).
 */
import judgement from '@/features/judgement/judgement.module.css';
import media from '@/features/media/media.module.css';
import persona from '@/features/personas/persona.module.css';
import questionnaire from '@/features/questionnaire/questionnaire.module.css';
import study from '@/features/study-page/study-page.module.css';
import { cx } from '@/lib/cx';
import columns from '@/ui/columns.module.css';
import loading from '@/ui/loading.module.css';
import { Main, Shell } from '@/ui/page-shell';

/** The picture of a question. */
export function PictureFrame() {
  return (
    <Shell>
      <Main tight>
        <div className={study.progressPlace} />
        <div className={cx(judgement.form, columns.columns)}>
          <div className={columns.seen}>
            <div className={cx(persona.strip, persona.over)}>
              <span className={persona.portrait} />
            </div>
            <div className={media.medium}>
              <figure id="first-view" className={cx(media.frame, media.zoomOver)} hidden>
                <div className={media.stage}>
                  <img className={media.picture} alt="" fetchPriority="high" />
                </div>
              </figure>
              {/* Where the transcript will be: a picture with one is lower. */}
              <details hidden />
            </div>
          </div>
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

/** `failed` replaces it if the app can't be loaded; over a first view it is small. */
export function LoadingApp({ failed }: { failed: string }) {
  return (
    <p className="loading" role="status" data-failed={failed} data-over={loading.over}>
      Loading...
    </p>
  );
}
