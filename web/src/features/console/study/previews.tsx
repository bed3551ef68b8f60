import { useState } from 'react';
import type { ArmId, Form, GroupViews, StudyState } from '@/api/schema';
import { api } from '@/lib/api-client';
import { useConsoleMessages } from '@/locales/console';
import { useErrorMessage } from '../data/error-message';
import { Loaded } from '../data/loaded';
import { useRead } from '../data/query';

import { type SetSearch, useSearch } from '../data/use-search';
import { Filters, Find, Pick } from '../parts/controls';
import { languageName } from '../parts/format';
import { Problem } from '../parts/problem';
import { Section } from '../parts/section';
import { useStepName } from '../parts/use-step-name';
import { PageList } from './page-list';
import s from './previews.module.css';
import { found, groupName } from './views';

/** The selected preview, in the address. */
const CHOICE = { group: '', language: '', form: 'x', find: '' };
type Choice = typeof CHOICE;
/** The page: its path, its block if it has a file of its own, and its part. */
export type Target = { page: string; block?: string | null; part?: number | null };

/** Every page of the study as any group sees it, in a separate tab. Previews are not part of the data. */
export function Previews({ study }: { study: StudyState }) {
  const w = useConsoleMessages().preview;
  const [choice, setChoice] = useSearch(CHOICE);
  const language = study.locales.includes(choice.language)
    ? choice.language
    : (study.locales[0] ?? '');
  const query = useRead('/api/admin/previews', { query: { locale: language } });
  return (
    <Section title={w.title} help={w.help}>
      <Loaded query={query}>
        {(groups) => (
          <Chooser
            groups={groups}
            study={study}
            choice={{ ...choice, language }}
            onChange={setChoice}
          />
        )}
      </Loaded>
      <p className="note">{w.public}</p>
    </Section>
  );
}

type Props = {
  groups: GroupViews[];
  study: StudyState;
  choice: Choice;
  onChange: SetSearch<Choice>;
};

function Chooser({ groups, study, choice, onChange }: Props) {
  const { preview: w } = useConsoleMessages();
  const step = useStepName();
  const group = groups.find((one) => one.group === choice.group) ?? groups[0];
  const name = (one: GroupViews) => groupName(one, groups, study, { step });
  // X and Y, or the lists of a study with conditions within participants.
  const forms: readonly Form[] = group?.lists ?? ['x', 'y'];
  const form = forms.find((one) => one === choice.form) ?? forms[0] ?? 'x';
  const { open, problem } = useOpening(group?.group, group ? name(group) : '', { ...choice, form });
  if (!group) return null;
  const steps = found(group, choice.find, { step, kinds: w.kinds });
  return (
    <div className={`${s.form} panel`}>
      <Filters label={w.choose}>
        <Pick
          label={w.group}
          value={group.group}
          options={groups.map((one) => ({ value: one.group, label: name(one) }))}
          onChange={(value) => onChange({ group: value })}
        />
        <Pick
          label={w.language}
          value={choice.language}
          options={study.locales.map((value) => ({ value, label: languageName(value) }))}
          onChange={(value) => onChange({ language: value })}
        />
        <Pick
          label={w.form}
          value={form}
          options={forms.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(value) => onChange({ form: value })}
        />
        <Find label={w.find} value={choice.find} onChange={(find, on) => onChange({ find }, on)} />
      </Filters>
      <Problem message={problem} />
      <PageList
        key={group.group}
        steps={steps}
        searching={choice.find !== ''}
        language={choice.language}
        open={open}
      />
    </div>
  );
}

/** Opens a page in its own tab, and reports errors. */
function useOpening(group: ArmId | undefined, name: string, { language, form }: Choice) {
  const { preview: w } = useConsoleMessages();
  const [problem, setProblem] = useState<string>();
  const errorMessage = useErrorMessage();
  const open = async ({ page, block, part }: Target) => {
    // Synchronously within the click, because browsers block tabs that open later.
    const tab = window.open('about:blank');
    setProblem(undefined);
    try {
      if (!tab || !group) throw new Error(w.blocked);
      const body = {
        group,
        page,
        block: block ?? null,
        part: part ?? null,
        language,
        form: form as Form,
      };
      const [{ openSandbox }, preview] = await Promise.all([
        import('../preview/sandbox'),
        api.post('/api/admin/previews', { body }),
      ]);
      const words = { title: w.bar(name), note: w.note, close: w.close };
      openSandbox(tab, { tokens: preview, language, words }, preview.path);
    } catch (error) {
      tab?.close();
      setProblem(errorMessage(error));
    }
  };
  return { open, problem };
}
