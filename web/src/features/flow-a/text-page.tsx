import type { ReactNode } from 'react';
import { ContinueButton } from '@/features/study-page/continue-button';
import { Loaded } from '@/features/study-page/loaded';
import { LookBack } from '@/features/study-page/look-back';
import { loadPageText, PageText } from '@/features/study-page/page-text';
import { StudyMain } from '@/features/study-page/study-main';
import { useNextPage } from '@/features/study-page/use-next-page';
import { useResource } from '@/features/study-page/use-resource';
import { Dock } from '@/ui/dock';
import { type FlowAData, loadFlowA } from './data';

type Name = 'flow-a-start' | 'flow-a-interim' | 'flow-a-end';

type Props = {
  name: Name;
  title: string;
  button?: string;
  /** See `Dock`. */
  buttonInText?: boolean;
  /** The next page in the study's order, for the administrator. */
  next: (data: FlowAData) => string | null;
  children: (data: FlowAData) => ReactNode;
};

/** A page of Flow A without a task: the study's text, additional content, and the button to continue. */
export function TextPage({ name, next, ...rest }: Props) {
  const resource = useResource(name, async (signal) => {
    const [html, data] = await Promise.all([loadPageText(name, signal), loadFlowA()]);
    return { html, data };
  });
  return (
    <Loaded resource={resource}>
      {({ html, data }) => <Shown {...rest} html={html} data={data} next={next(data)} />}
    </Loaded>
  );
}

type ShownProps = Pick<Props, 'title' | 'button' | 'buttonInText' | 'children'> & {
  html: string;
  data: FlowAData;
  next: string | null;
};

function Shown({ html, title, data, next, button, buttonInText, children }: ShownProps) {
  const destination = useNextPage(next);
  return (
    <StudyMain>
      <PageText html={html} title={title} />
      {children(data)}
      {destination?.present && <LookBack present={destination.present} />}
      {destination && !destination.present && (
        <Dock inText={buttonInText}>
          <ContinueButton to={destination.next}>{button}</ContinueButton>
        </Dock>
      )}
    </StudyMain>
  );
}

/** The address of the question at `index`. */
export function questionAt({ questions }: FlowAData, index: number): string | null {
  const question = questions[index];
  return question ? `/flow-a/question/${question.id}` : null;
}
