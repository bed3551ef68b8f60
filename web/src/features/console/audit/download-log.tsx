import { useState } from 'react';
import { notify } from '@/features/notifications/store';
import { problem, request } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { useErrorMessage } from '../data/error-message';
import { client } from '../data/query';
import { useMay } from '../data/use-may';

/** The log of a study, or of the installation. */
type LogPath = '/api/admin/audit' | '/api/installation/audit';

/** Downloads the whole log, which can be verified without this program. The download is logged. */
export function DownloadLog({ of }: { of: LogPath }) {
  const w = useConsoleMessages().audit;
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const errorMessage = useErrorMessage();
  const fetchLog = async () => {
    setBusy(true);
    try {
      await save(of);
      notify('good', w.downloaded);
      await client.invalidateQueries({ queryKey: [of] });
    } catch (error) {
      notify('bad', errorMessage(error));
    }
    setBusy(false);
  };
  if (of === '/api/admin/audit' && !may('GET /api/admin/audit/file')) return null;
  return (
    <Button
      variant="secondary"
      small
      className="no-print"
      aria-disabled={busy}
      onClick={() => void fetchLog()}
    >
      <Icon name="download" size={18} />
      <span aria-live="polite">{busy ? w.downloading : w.download}</span>
    </Button>
  );
}

async function save(of: LogPath): Promise<void> {
  const reply = await request('get', `${of}/file`, undefined, {});
  if (!reply.ok) throw await problem(reply);
  const day = new Date().toISOString().slice(0, 10);
  saveFile(`audit-log-${day}.jsonl`, 'application/x-ndjson', await reply.blob());
}
