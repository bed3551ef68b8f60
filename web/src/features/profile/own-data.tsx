import { useState } from 'react';
import { notify } from '@/features/notifications/store';
import { errorMessage } from '@/lib/error-message';
import { useAccountMessages } from '@/locales/account';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { downloadData } from './api';
import { Section } from './section';

/** Everything that is stored about the participant, to keep. */
export function OwnData({ code }: { code: string }) {
  const w = useAccountMessages().profile;
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    await downloadData(code).catch((error: unknown) => notify('bad', errorMessage(error)));
    setBusy(false);
  };
  return (
    <Section title={w.data} help={w.dataHelp}>
      <div>
        <Button variant="secondary" aria-disabled={busy} onClick={() => void download()}>
          <Icon name="download" size={20} />
          {w.download}
        </Button>
      </div>
    </Section>
  );
}
