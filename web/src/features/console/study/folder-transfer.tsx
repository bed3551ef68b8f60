import { useRef, useState } from 'react';
import type { FolderUpload } from '@/api/schema';
import { notify } from '@/features/notifications/store';
import { api, problem, request } from '@/lib/api-client';
import { saveFile } from '@/lib/save-file';
import { useConsoleMessages } from '@/locales/console';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { change } from '../data/change';
import { useErrorMessage } from '../data/error-message';
import { useMay } from '../data/use-may';
import { Confirm } from '../parts/confirm';
import { Rejected } from './rejected';
import s from './study-version.module.css';

const PATH = '/api/admin/study/folder';
/** A folder with media may take long on a slow network. */
const TIME_LIMIT = 60 * 60 * 1000;

type Props = { hasFormer: boolean; reload: () => Promise<unknown> };
type Busy = 'download' | 'texts' | 'upload' | undefined;

/** Download of the study folder, upload of a changed one, and the way back. */
export function FolderTransfer({ hasFormer, reload }: Props) {
  const w = useConsoleMessages().version;
  const may = useMay();
  const errorMessage = useErrorMessage();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState<Busy>();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState('');
  const [rejected, setRejected] = useState<FolderUpload>();
  const during = async (what: Busy, work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(what);
    setFailed('');
    setRejected(undefined);
    try {
      await work();
    } catch (error) {
      setFailed(errorMessage(error));
    }
    setBusy(undefined);
  };
  const settle = async (reply: FolderUpload, done: string) => {
    if (!reply.placed) return setRejected(reply);
    notify('good', done);
    await reload();
  };
  const send = (file: File) =>
    during('upload', async () => {
      const reply = await change(uploaded(file));
      await settle(reply, w.uploaded(reply.keptMedia));
    });
  const restore = async () => {
    setFailed('');
    setRejected(undefined);
    await settle(await change(api.post(`${PATH}/former`)), w.restored);
  };
  if (!may(`GET ${PATH}`)) return null;
  return (
    <div className={`${s.changes} panel`}>
      <h3>{w.transfer}</h3>
      <p>{w.transferHelp}</p>
      <div className="cluster">
        <Button
          small
          variant="secondary"
          aria-disabled={busy !== undefined}
          onClick={() => void during('download', () => downloaded(true))}
        >
          <Icon name="download" size={18} />
          <span aria-live="polite">{busy === 'download' ? w.downloading : w.download}</span>
        </Button>
        <Button
          small
          variant="secondary"
          aria-disabled={busy !== undefined}
          onClick={() => void during('texts', () => downloaded(false))}
        >
          <Icon name="download" size={18} />
          <span aria-live="polite">{busy === 'texts' ? w.downloading : w.downloadTexts}</span>
        </Button>
        {may(`POST ${PATH}`) && (
          <Button
            small
            variant="secondary"
            aria-disabled={busy !== undefined}
            onClick={() => input.current?.click()}
          >
            <span aria-live="polite">{busy === 'upload' ? w.uploading : w.upload}</span>
          </Button>
        )}
        {hasFormer && may(`POST ${PATH}/former`) && (
          <Button
            small
            variant="secondary"
            aria-disabled={busy !== undefined}
            onClick={() => setAsking(true)}
          >
            {w.restore}
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label={w.upload}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again after it was corrected.
          target.value = '';
          if (file) void send(file);
        }}
      />
      <div role="alert">
        {failed && <p>{failed}</p>}
        {rejected && (
          <Rejected title={w.notPlaced} error={rejected.error} findings={rejected.findings}>
            {w.notPlacedHelp}
          </Rejected>
        )}
      </div>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={w.askRestore}
        action={w.confirmRestore}
        run={restore}
      >
        <p>{w.meansRestore}</p>
      </Confirm>
    </div>
  );
}

async function downloaded(media: boolean): Promise<void> {
  const path = `${PATH}?media=${media}`;
  const reply = await request('get', path, undefined, { timeLimit: TIME_LIMIT });
  if (!reply.ok) throw await problem(reply);
  const name = reply.headers.get('Content-Disposition')?.split('"')[1] ?? 'study.zip';
  saveFile(name, 'application/zip', await reply.blob());
}

async function uploaded(file: File): Promise<FolderUpload> {
  const headers = { 'Content-Type': 'application/zip' };
  const reply = await request('post', PATH, file, { headers, timeLimit: TIME_LIMIT });
  if (!reply.ok) throw await problem(reply);
  return reply.json();
}
