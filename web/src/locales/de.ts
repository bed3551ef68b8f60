import type { Words } from './en';

/** The interface's own words in German. */
export const de: Words = {
  ui: {
    error: 'Fehler:',
    optional: '(freiwillig)',
    show: 'Anzeigen',
    hide: 'Verbergen',
    showPassword: 'Passwort anzeigen',
    hidePassword: 'Passwort verbergen',
    notAnswered: 'Noch nicht beantwortet',
    less: 'Weniger',
    more: 'Mehr',
    closeMessage: 'Meldung schließen',
    problem: 'Es gibt ein Problem',
    loading: 'Wird geladen ...',
    progress: 'Fortschritt in der Studie',
    part: (part: number, of: number) => `Teil ${part} von ${of}`,
    minutesLeft: (minutes: number) =>
      minutes === 1 ? 'noch etwa 1 Minute' : `noch etwa ${minutes} Minuten`,
  },
  chrome: {
    skip: 'Zum Inhalt springen',
    switchTheme: 'Dunkles Design',
    language: 'Sprache',
    toDashboard: 'Zur Übersicht',
    toTraining: 'Zum Training',
    userMenu: 'Benutzermenü',
    profile: 'Mein Profil',
    signOut: 'Abmelden',
    madeWith: 'Läuft mit Unmask, einer Software für Studien über veränderte Medien.',
    ended:
      'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an. Nicht gesendete Antworten sind auf diesem Gerät gespeichert.',
    offline: 'Keine Verbindung.',
    offlineNone: 'Sie können weitermachen. Wir versuchen weiter, uns zu verbinden.',
    offlineWaiting: (n: number) =>
      n === 1
        ? '1 Antwort ist auf diesem Gerät gespeichert und wird so bald wie möglich gesendet.'
        : `${n} Antworten sind auf diesem Gerät gespeichert und werden so bald wie möglich gesendet.`,
  },
  outbox: {
    saved: 'Frühere Abschnitte gespeichert',
    saving: 'Wird gespeichert ...',
    notSaved: (n: number) =>
      n === 1
        ? 'Noch nicht gespeichert, 1 Antwort wartet'
        : `Noch nicht gespeichert, ${n} Antworten warten`,
  },
  errors: {
    title: 'Etwas ist schiefgegangen',
    text: 'Ein unerwarteter Fehler ist aufgetreten. Bitte laden Sie die Seite neu.',
    button: 'Seite neu laden',
    authTitle: 'Fehler bei der Anmeldung',
    authText: 'Bei der Anmeldung ist ein Problem aufgetreten. Bitte melden Sie sich neu an.',
    authButton: 'Zur Anmeldung',
  },
  said: {
    'Login failed': 'Die Anmeldung ist fehlgeschlagen. Bitte prüfen Sie Benutzername und Passwort.',
    'Registration failed': 'Die Registrierung ist fehlgeschlagen.',
    'Failed to load user data': 'Ihre Daten konnten nicht geladen werden.',
    'Failed to update profile': 'Ihr Profil konnte nicht gespeichert werden.',
    'Failed to update current state': 'Die nächste Seite konnte nicht geöffnet werden.',
    'Failed to mark persona as completed': 'Der Abschluss konnte nicht gespeichert werden.',
    'Failed to save pre-questionnaire answers': 'Ihre Antworten konnten nicht gespeichert werden.',
    'Failed to save treatment answers': 'Ihre Antworten konnten nicht gespeichert werden.',
    'Failed to save post-questionnaire answers': 'Ihre Antworten konnten nicht gespeichert werden.',
    'Failed to get current state': 'Ihr Fortschritt in der Studie konnte nicht geladen werden.',
    'Failed to fetch personas': 'Die Personen konnten nicht geladen werden.',
    'Failed to fetch persona': 'Die Person konnte nicht geladen werden.',
    'Failed to fetch Flow A config': 'Die Übung konnte nicht geladen werden.',
    'Failed to fetch Flow A questions': 'Die Fragen konnten nicht geladen werden.',
    'Failed to fetch Flow B posts': 'Die Beiträge konnten nicht geladen werden.',
    'No refresh token available': 'Bitte melden Sie sich neu an.',
    'Not authenticated': 'Bitte melden Sie sich neu an.',
    'An error occurred': 'Ein Fehler ist aufgetreten.',
    'An unexpected error occurred': 'Ein unerwarteter Fehler ist aufgetreten.',
    'This username is taken. Please choose another one.':
      'Dieser Benutzername ist vergeben. Bitte wählen Sie einen anderen.',
    'This link was already used to take part. Please sign in with the username that you chose.':
      'Mit diesem Link wurde schon teilgenommen. Bitte melden Sie sich mit dem Benutzernamen an, den Sie gewählt haben.',
    'Please open the study with the complete link that you received.':
      'Bitte öffnen Sie die Studie mit dem vollständigen Link, den Sie bekommen haben.',
    'The study is not open to new participants at the moment.':
      'Die Studie nimmt zurzeit keine neuen Teilnehmenden auf.',
    'The study is paused. You cannot register at the moment.':
      'Die Studie pausiert. Sie können sich zurzeit nicht registrieren.',
    'The study is closed. You can no longer register.':
      'Die Studie ist beendet. Sie können sich nicht mehr registrieren.',
    'The study is full. You cannot register at the moment.':
      'Die Studie ist voll. Sie können sich zurzeit nicht registrieren.',
    'You have already given a different answer. The first answer counts.':
      'Sie haben schon eine andere Antwort gegeben. Die erste Antwort zählt.',
    'You have left the study.': 'Sie haben die Studie verlassen.',
  },
  pages: {
    landing: 'Willkommen',
    consent: 'Einwilligung',
    auth: 'Anmelden oder registrieren',
    preQuestionnaire: 'Erste Fragen',
    treatmentQuestionnaire: 'Vor dem Training',
    postQuestionnaire: 'Letzte Fragen',
    end: 'Vielen Dank',
    home: 'Übung',
    homeRight: 'Übung, richtige Antwort',
    homeWrong: 'Übung, falsche Antwort',
    dashboard: 'Übersicht',
    profile: 'Profil',
    controlFlow: 'Clips',
    flowAStart: 'Training',
    flowAQuestion: 'Trainingsfrage',
    flowAFollowup: 'Nachfrage zum Training',
    flowACorrect: 'Richtige Antwort',
    flowAIncorrect: 'Falsche Antwort',
    flowAInterim: 'Training, Halbzeit',
    flowAEnd: 'Training, Ende',
    flowBStart: 'Person',
    flowBQuestion: 'Beitrag',
    flowBCorrect: 'Beitrag, richtige Antwort',
    flowBIncorrect: 'Beitrag, falsche Antwort',
  },
};
