/** Words of the researcher's console in English. Names of arms, pages and items come from the study. */
export const en = {
  name: 'Console',
  allParticipants: 'All participants',
  places: {
    overview: 'Overview',
    consort: 'Participant flow',
    results: 'Results',
    participants: 'Participants',
    study: 'Study',
    export: 'Export',
    audit: 'Audit log',
    participant: 'Participant',
  },
  loading: {
    loading: 'Loading...',
    failed: 'This could not be loaded',
    stale: 'This could not be brought up to date',
    refused: 'The server answered, but could not give it. Its log says more.',
    offline: 'The server did not answer. Please check the connection.',
    again: 'Try again',
  },
  table: {
    empty: 'Nothing here yet.',
    rows: (n: number) => (n === 1 ? '1 row' : `${n} rows`),
    rowsOf: (n: number, total: number) => `${n} of ${total}`,
    first: 'Back to the start',
    next: 'Next',
  },
  chart: {
    showTable: 'Show as table',
    hideTable: 'Hide the table',
    tableBeside: 'The same numbers are in the table below it.',
    empty: 'There is nothing to draw yet.',
    failed: 'The drawing could not be loaded. The table has the same numbers.',
  },
  confirm: {
    cancel: 'Cancel',
    busy: 'One moment...',
    reasonMissing: 'Please give a reason.',
    nameWrong: 'This is not the same text.',
  },
  consort: {
    download: 'Download as SVG',
  },
  arms: { control_0: 'Control', treatment_0: 'Treatment 0', treatment_1: 'Treatment 1' },
};

/** The shape that every language has to fill. */
export type ConsoleWords = typeof en;
