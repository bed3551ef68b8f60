import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useStudyMessages } from '@/locales/study';
import { Button } from '@/ui/button';
import { LateDialog } from '@/ui/late-dialog';

/** Leaves the questionnaire, after a note about the answers. */
export function LeaveForNow() {
  const w = useStudyMessages().questionnaire;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const actions = (
    <>
      <Button variant="secondary" small onClick={() => setAsking(false)}>
        {w.leaveStay}
      </Button>
      <Button small onClick={() => void navigate('/dashboard')}>
        {w.leaveGo}
      </Button>
    </>
  );
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {w.leave}
      </Button>
      <LateDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={w.leaveTitle}
        actions={actions}
      >
        <p>{w.leaveText}</p>
      </LateDialog>
    </>
  );
}
