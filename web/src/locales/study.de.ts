import type { StudyMessages } from './study.en';

/** Messages of the study pages' frames in German. */
export const de: StudyMessages = {
  continue: 'Weiter',
  start: 'Beginnen',
  back: 'Zurück',
  failed: {
    title: 'Diese Seite konnte nicht geladen werden',
    text: 'Bitte prüfen Sie die Verbindung und versuchen Sie es noch einmal. Ihre Antworten sind sicher.',
    again: 'Noch einmal versuchen',
  },
  signOut: {
    title: 'Einige Antworten sind noch nicht gesendet',
    text: (n: number) =>
      n === 1
        ? '1 Antwort konnte nicht gesendet werden. Wenn Sie sich jetzt abmelden, geht sie verloren.'
        : `${n} Antworten konnten nicht gesendet werden. Wenn Sie sich jetzt abmelden, gehen sie verloren.`,
    stay: 'Angemeldet bleiben',
    leave: 'Trotzdem abmelden',
  },
  lookBack: 'Sie haben dies schon beantwortet. Sie können Ihre Antwort nicht mehr ändern.',
  resume: 'Fortsetzen',
  unsent: 'Ihre letzte Antwort wird gesendet',
  notSent:
    'Ihre Antwort ist auf diesem Gerät gespeichert. Sie wird gesendet, sobald Sie wieder online sind.',
  questionnaire: {
    section: (number, of) => `Abschnitt ${number} von ${of}`,
    finalNote:
      'Das ist der letzte Abschnitt. Nach „Weiter“ können Sie diese Antworten nicht mehr ändern.',
    sectionNote: 'Nach „Weiter“ können Sie die Antworten dieses Abschnitts nicht mehr ändern.',
    clip: (number, of) => `Clip ${number} von ${of}`,
    post: (number, of) => `Beitrag ${number} von ${of}`,
    found: 'Was eine kurze Prüfung ergeben hat',
    leave: 'Später weitermachen',
    leaveTitle: 'Später weitermachen?',
    leaveText:
      'Ihre Antworten auf dieser Seite sind auf diesem Gerät gespeichert. Melden Sie sich hier wieder an, um fortzufahren.',
    leaveStay: 'Hier bleiben',
    leaveGo: 'Verlassen',
    confidence: 'Wie sicher sind Sie?',
    sharing: 'Wie wahrscheinlich ist es, dass Sie das teilen?',
    characters: (left) => `noch ${left} Zeichen`,
    tooLong: (over) => `${over} Zeichen zu viel`,
    yourAnswer: (answer) => `Ihre Antwort: ${answer}`,
    valueOf: (value, max) => `${value} von ${max}`,
    optional: '(freiwillig)',
    atMost: (max) => `Wählen Sie bis zu ${max}.`,
    anyNumber: 'Wählen Sie alles aus, was zutrifft.',
    unit: (unit) => `In ${unit}.`,
    ranking: {
      help: (rows) =>
        `Bringen Sie die Antworten in eine Reihenfolge: Ziehen Sie sie, oder wählen Sie für jede einen Rang von 1 bis ${rows}.`,
      position: (row) => `${row}: Rang`,
      order: (rows) => `Neue Reihenfolge: ${rows}.`,
    },
  },
  validationMessages: {
    chooseOne: 'Bitte wählen Sie eine der Antworten.',
    chooseMin: 'Bitte wählen Sie mindestens {min}.',
    chooseMax: 'Bitte wählen Sie höchstens {max}.',
    chooseAlone: 'Diese Antwort lässt sich nicht mit anderen kombinieren.',
    choosePoint: 'Bitte wählen Sie einen Punkt der Skala.',
    setSlider: 'Bitte wählen Sie einen Wert von {min} bis {max}.',
    rankEach: 'Bitte wählen Sie für jede Antwort einen anderen Rang.',
    whole: 'Bitte geben Sie eine ganze Zahl ein.',
    number: 'Bitte geben Sie eine Zahl ein.',
    range: 'Bitte geben Sie eine Zahl von {min} bis {max} ein.',
    wholeRange: 'Bitte geben Sie eine ganze Zahl von {min} bis {max} ein.',
    atLeast: 'Bitte geben Sie eine Zahl von mindestens {min} ein.',
    atMost: 'Bitte geben Sie eine Zahl von höchstens {max} ein.',
    enter: 'Bitte geben Sie eine Antwort ein.',
    shorter: 'Bitte verwenden Sie höchstens {max} Zeichen.',
    longer: 'Bitte verwenden Sie mindestens {min} Zeichen.',
    plain: 'Bitte verwenden Sie nur Buchstaben, Ziffern und Satzzeichen.',
    day: 'Bitte geben Sie ein Datum im erlaubten Zeitraum ein, zum Beispiel 17.05.2026.',
  },
  allDone: 'alles erledigt',
};
