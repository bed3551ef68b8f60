import type { PublicConsent, StudyInfo } from '@/api/schema';
import { directionOf } from '@/lib/direction';
import { saveFile } from '@/lib/save-file';

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** Saves the consent text as an HTML file. `sections` are the server's sanitised HTML. */
export function saveConsent(
  file: string,
  study: StudyInfo,
  consent: PublicConsent,
  locale: string,
): void {
  const facts = consent.keyFacts.map((fact) => `<li>${escaped(fact)}</li>`).join('');
  const sections = consent.sections
    .map((section) => `<h2>${escaped(section.title)}</h2>${section.html}`)
    .join('');
  const ticks = consent.ticks.map((tick) => `<li>${escaped(tick.label)}</li>`).join('');
  const title = escaped(study.title);
  const contact = escaped(
    `${study.contact.name}, ${study.contact.institution}, ${study.contact.email}`,
  );
  const page = [
    `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"><head><meta charset="utf-8">`,
    `<title>${title}</title></head><body><h1>${title}</h1>`,
    `<ul>${facts}</ul>${sections}<ul>${ticks}</ul>`,
    `<p>${contact}</p><p>${escaped(consent.version)}</p></body></html>`,
  ];
  saveFile(file, 'text/html', page.join(''));
}
