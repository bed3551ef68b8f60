import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Preview } from '@/api/schema';
import { api } from '@/lib/api-client';
import { sayProblem } from '@/lib/say';
import { useConsoleWords } from '@/locales/console';
import { Button } from '@/ui/button';
import { Callout } from '@/ui/callout';
import { Loaded } from '../data/loaded';
import type { StudyState } from '../data/shapes';
import { Filters, Pick } from '../parts/controls';
import { Section } from '../parts/section';
import s from './study.module.css';

type Groups = Record<string, string[]>;

/** The study through the eyes of any group, in a tab of its own that leaves no trace in the data. */
export function Previews({ study }: { study: StudyState }) {
  const w = useConsoleWords().preview;
  const query = useQuery({
    queryKey: ['/api/page-flow/config'],
    queryFn: ({ signal }) =>
      api.get<{ groups?: Groups | null }>('/api/page-flow/config', { signal }),
  });
  return (
    <Section title={w.title} help={w.help}>
      <Loaded query={query}>
        {({ groups }) => <Choice groups={groups ?? {}} locales={study.locales} />}
      </Loaded>
    </Section>
  );
}

type ChoiceProps = { groups: Groups; locales: string[] };

function Choice({ groups, locales }: ChoiceProps) {
  const words = useConsoleWords();
  const w = words.preview;
  const [group, setGroup] = useState(Object.keys(groups)[0] ?? '');
  const [page, setPage] = useState('');
  const [language, setLanguage] = useState(locales[0] ?? 'en');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const pages = groups[group] ?? [];
  const open = async () => {
    // At once, in the click itself: a browser lets no page open a tab later.
    const tab = window.open('about:blank');
    setBusy(true);
    setProblem(undefined);
    try {
      if (!tab) throw new Error(w.blocked);
      const [{ openSandbox }, preview] = await Promise.all([
        import('../preview/sandbox'),
        api.send<Preview>('POST', '/api/admin/previews', {
          group,
          language,
          ...(pages.includes(page) && { page }),
        }),
      ]);
      const told = { title: w.bar(group), note: w.note, close: w.close };
      openSandbox(tab, { tokens: preview, language, words: told }, preview.path);
    } catch (error) {
      tab?.close();
      setProblem(sayProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={s.form}>
      <Filters label={w.title}>
        <Pick
          label={w.group}
          value={group}
          options={Object.keys(groups).map((value) => ({ value, label: value }))}
          onChange={setGroup}
        />
        <Pick
          label={w.page}
          value={pages.includes(page) ? page : ''}
          options={[
            { value: '', label: w.first },
            ...pages.map((value) => ({ value, label: value })),
          ]}
          onChange={setPage}
        />
        <Pick
          label={w.language}
          value={language}
          options={locales.map((value) => ({ value, label: value }))}
          onChange={setLanguage}
        />
      </Filters>
      <div className={s.row}>
        <Button variant="secondary" small aria-disabled={busy} onClick={() => void open()}>
          {busy ? words.confirm.busy : w.open}
        </Button>
      </div>
      {problem && (
        <Callout kind="bad" role="alert">
          {problem}
        </Callout>
      )}
    </div>
  );
}
