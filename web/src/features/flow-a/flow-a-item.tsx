import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import type { Question } from '@/api/schema';
import { Loaded } from '@/features/study-page/loaded';
import { NotFound } from '@/features/study-page/not-found';
import { useResource } from '@/features/study-page/use-resource';
import { type FlowAData, loadFeedback, loadFlowA } from './data';

type Props = {
  /** Whether the page shows feedback. */
  feedback?: boolean;
  children: (question: Question, data: FlowAData) => ReactNode;
};

/** The question in the address. If it does not exist, the page flow check redirects. */
export function FlowAItem({ feedback = false, children }: Props) {
  const { questionId = '' } = useParams();
  const resource = useResource(`flow-a ${questionId} ${feedback}`, () =>
    feedback ? loadFeedback(questionId) : loadFlowA(),
  );
  return (
    <Loaded resource={resource}>
      {(data) => {
        const question = data.questions.find((one) => one.id === questionId);
        return question ? children(question, data) : <NotFound />;
      }}
    </Loaded>
  );
}
