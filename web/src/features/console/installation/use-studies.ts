import type { Me } from '@/api/schema';
import { useInstallationMessages } from '@/locales/installation';
import { useRead } from '../data/query';

/** All studies of the installation. */
const ALL = '*';

/** The title of a study that the person sees. */
export function useStudyName(): (id: string) => string {
  const w = useInstallationMessages();
  const { data } = useRead('/api/installation/studies');
  return (id) => (id === ALL ? w.all : (data?.studies.find((one) => one.id === id)?.title ?? id));
}

/** The studies that the person owns, as choices. */
export function useOwnStudies(me: Me): { value: string; label: string }[] {
  const w = useInstallationMessages();
  const { data } = useRead('/api/installation/studies');
  const own = (data?.studies ?? []).filter((study) => study.role === 'owner');
  const choices = own.map(({ id, title }) => ({ value: id, label: `${title} (${id})` }));
  return me.owner ? [...choices, { value: ALL, label: w.all }] : choices;
}
