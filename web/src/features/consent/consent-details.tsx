import { useEffect, useRef } from 'react';
import type { PublicConsent, StudyInfo } from '@/api/schema';
import { currentLocale } from '@/lib/locale';
import { Each, StudyHtml, When } from '@/lib/template';
import { usePublicMessages } from '@/locales/public';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { Icon } from '@/ui/icon';
import s from './consent-details.module.css';

type Props = { study: StudyInfo; consent: PublicConsent };

/** The consent text: key facts, sections to open, contacts, and a copy to keep. */
export function ConsentDetails({ study, consent }: Props) {
  const w = usePublicMessages().consent;
  return (
    <>
      <section aria-label={w.keyFacts}>
        <Card className={s.facts}>
          <h2 className={s.heading}>{w.keyFacts}</h2>
          <ul className={s.list}>
            <Each of={consent.keyFacts} name="keyFacts" id={(fact) => fact}>
              {(fact) => (
                <li className={s.fact}>
                  <Icon name="check" size={20} />
                  <span>{fact}</span>
                </li>
              )}
            </Each>
          </ul>
        </Card>
      </section>
      <Sections consent={consent} />
      <dl className={s.people}>
        <div>
          <dt>{w.contact}</dt>
          <dd>
            <span>{study.contact.name}</span>
            <span>{study.contact.institution}</span>
            <a href={`mailto:${study.contact.email}`}>{study.contact.email}</a>
          </dd>
        </div>
        <When is={study.ethics !== null} test="ethics">
          <div>
            <dt>{w.ethics}</dt>
            <dd>
              <span>{study.ethics?.board}</span>
              <span>{study.ethics?.id}</span>
            </dd>
          </div>
        </When>
      </dl>
      <Copy study={study} consent={consent} />
    </>
  );
}

function Sections({ consent }: { consent: PublicConsent }) {
  const w = usePublicMessages().consent;
  const root = useRef<HTMLElement>(null);
  // Prints the whole text, including closed sections.
  useEffect(() => {
    const openAll = () => {
      for (const details of root.current?.querySelectorAll('details') ?? []) details.open = true;
    };
    window.addEventListener('beforeprint', openAll);
    return () => window.removeEventListener('beforeprint', openAll);
  }, []);
  return (
    <section aria-label={w.details} ref={root} className={s.sections}>
      <div>
        <h2 className={s.heading}>{w.details}</h2>
        <p className="help">{w.detailsHelp}</p>
      </div>
      <div className={`${s.group} panel`}>
        <Each of={consent.sections} name="sections" id={(section) => section.title}>
          {(section) => (
            <details className={s.section}>
              <summary>
                <span>{section.title}</span>
                <Icon name="down" size={20} />
              </summary>
              <StudyHtml className={s.text} html={section.html} />
            </details>
          )}
        </Each>
      </div>
    </section>
  );
}

function Copy({ study, consent }: Props) {
  const w = usePublicMessages().consent;
  const save = async () => {
    // Loaded on request, because few participants save a copy.
    const { saveConsent } = await import('./consent-copy');
    saveConsent(`${w.file}-${study.id}-${consent.version}.html`, study, consent, currentLocale());
  };
  return (
    <div className={`${s.copy} no-print`}>
      <span>{w.keep}</span>
      <div className={s.copyActions}>
        <Button variant="quiet" small onClick={() => window.print()}>
          <Icon name="print" size={20} />
          <span>{w.print}</span>
        </Button>
        <Button variant="quiet" small onClick={save}>
          <Icon name="download" size={20} />
          <span>{w.save}</span>
        </Button>
      </div>
    </div>
  );
}
