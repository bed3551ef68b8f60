import { makeTable, useTable } from '@/lib/locale';
import { en, type InstallationMessages } from './installation.en';

const TABLE = makeTable(en, () => import('./installation.de').then((module) => module.de));

/** The messages of the pages about the installation in the reader's language. */
export function useInstallationMessages(): InstallationMessages {
  return useTable(TABLE);
}
