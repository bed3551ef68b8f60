import { errorTranslator } from '@/lib/translate-error';
import type { Messages } from './en';
import { messages } from './errors.de';

/** The interface's own messages in German. */
export const de: Messages = {
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
    problem: 'Bitte prüfen Sie Ihre Angaben',
    corrected: '(korrigiert)',
    loading: 'Wird geladen ...',
    progress: 'Fortschritt in der Studie',
    step: (step: number, of: number) => `Schritt ${step} von ${of}`,
  },
  chrome: {
    skip: 'Zum Inhalt springen',
    switchTheme: 'Dunkles Design',
    language: 'Sprache',
    toDashboard: 'Zur Übersicht',
    toTraining: 'Zur Übung',
    userMenu: 'Benutzermenü',
    profile: 'Mein Profil',
    signOut: 'Abmelden',
    madeWith: 'Läuft mit Unmask, einer Software für Studien über veränderte Medien.',
    ended:
      'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an. Nicht gesendete Antworten sind auf diesem Gerät gespeichert.',
    offline: 'Keine Verbindung.',
    offlineNone:
      'Sie können mit dieser Seite weitermachen. Wir versuchen weiter, uns zu verbinden.',
    offlineWaiting:
      'Ihre Antworten sind auf diesem Gerät gespeichert und werden so bald wie möglich gesendet.',
  },
  outbox: {
    saving: 'Wird gespeichert ...',
  },
  errors: {
    title: 'Etwas ist schiefgegangen',
    text: 'Ein unerwarteter Fehler ist aufgetreten. Bitte laden Sie die Seite neu.',
    button: 'Seite neu laden',
    newTitle: 'Es gibt eine neue Version',
    newText:
      'Die Seiten wurden aktualisiert. Bitte laden Sie die Seite neu. Ihre Antworten sind gespeichert.',
    authTitle: 'Fehler bei der Anmeldung',
    authText: 'Bei der Anmeldung ist ein Problem aufgetreten. Bitte melden Sie sich neu an.',
    authButton: 'Zur Anmeldung',
  },
  errorTranslator: errorTranslator(messages),
  pages: {
    landing: 'Willkommen',
    consent: 'Einwilligung',
    auth: 'Anmelden oder registrieren',
    preQuestionnaire: 'Erste Fragen',
    treatmentQuestionnaire: 'Vor der Übung',
    postQuestionnaire: 'Letzte Fragen',
    end: 'Vielen Dank',
    home: 'Probeaufgabe',
    homeRight: 'Probeaufgabe, richtige Antwort',
    homeWrong: 'Probeaufgabe, falsche Antwort',
    dashboard: 'Übersicht',
    profile: 'Profil',
    controlFlow: 'Clips',
    flowAStart: 'Übung',
    flowAQuestion: 'Frage der Übung',
    flowAFollowup: 'Nachfrage zur Übung',
    flowACorrect: 'Richtige Antwort',
    flowAIncorrect: 'Falsche Antwort',
    flowAInterim: 'Übung, Halbzeit',
    flowAEnd: 'Übung, Ende',
    flowBStart: 'Person',
    flowBQuestion: 'Beitrag',
    flowBCorrect: 'Beitrag, richtige Antwort',
    flowBIncorrect: 'Beitrag, falsche Antwort',
  },
};
