import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { moveTo, setPosition } from './session';

type Reply = Parameters<typeof setPosition>[0];

/** Goes where a receipt says that the participant is now. */
export function useGo(): (reply: Reply) => void {
  const navigate = useNavigate();
  return useCallback(
    (reply: Reply) => {
      setPosition(reply);
      navigate(reply.currentState);
    },
    [navigate],
  );
}

/** Moves over a page that needs no answer, to where its "Continue" leads. */
export function useContinue(): (nextState: string) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(
    async (nextState: string) => {
      const reply = await moveTo(nextState);
      navigate(reply.currentState);
    },
    [navigate],
  );
}
