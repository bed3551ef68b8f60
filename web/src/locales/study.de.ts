import validationMessages from '../../../docs/generated/validation-messages.de.json';
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
    text: 'Wenn Sie sich jetzt abmelden, gehen sie verloren.',
    stay: 'Angemeldet bleiben',
    leave: 'Trotzdem abmelden',
  },
  lookBack: 'Sie haben dies schon beantwortet. Sie können Ihre Antwort nicht mehr ändern.',
  resume: 'Fortsetzen',
  unsent: 'Ihre letzten Antworten werden gesendet',
  unsentText:
    'Ihre Antworten sind auf diesem Gerät gespeichert. Sie werden gesendet, sobald Sie wieder online sind.',
  questionnaire: {
    section: (number, of) => `Abschnitt ${number} von ${of}`,
    finalNote:
      'Das ist der letzte Abschnitt. Nach „Weiter“ können Sie diese Antworten nicht mehr ändern.',
    sectionNote: 'Nach „Weiter“ können Sie die Antworten dieses Abschnitts nicht mehr ändern.',
    clip: (number, of) => `Clip ${number} von ${of}`,
    post: (number, of) => `Beitrag ${number} von ${of}`,
    question: (number, of) => `Frage ${number} von ${of}`,
    storedNote: 'Diese Antwort wird gespeichert, wenn Sie fortfahren.',
    itemNote: 'Wenn Sie fortfahren, können Sie diese Antwort nicht mehr ändern.',
    readAgain: 'Anleitung lesen',
    found: 'Was eine kurze Prüfung ergeben hat',
    leave: 'Später weitermachen',
    leaveTitle: 'Später weitermachen?',
    leaveText:
      'Ihre Antworten auf dieser Seite sind auf diesem Gerät gespeichert. Melden Sie sich hier wieder an, um fortzufahren.',
    leaveStay: 'Hier bleiben',
    leaveGo: 'Verlassen',
    confidence: 'Wie sicher sind Sie?',
    sharing: 'Wie wahrscheinlich ist es, dass Sie das teilen?',
    yourAnswer: (answer) => `Ihre Antwort: ${answer}`,
    optional: '(freiwillig)',
  },
  unseen: {
    unseen: {
      video: 'Sie haben diesen Clip noch nicht abgespielt.',
      audio: 'Sie haben diese Aufnahme noch nicht abgespielt.',
      image: 'Das Bild ist noch nicht geladen.',
    },
    unseenSome: (count) =>
      `Sie haben ${count} der Clips und Bilder noch nicht abgespielt oder gesehen.`,
    notChecked: 'Sie haben noch nichts geprüft.',
    play: 'Abspielen',
    check: 'Prüfen',
    answer: 'Trotzdem antworten',
  },
  validationMessages,
  allDone: 'alles erledigt',
  doneForNow: 'vorerst erledigt',
  minutesLeft: (minutes) => (minutes === 1 ? 'noch etwa 1 Minute' : `noch etwa ${minutes} Minuten`),
  tooLate:
    'Ihre letzten Antworten kamen zu spät und wurden nicht gespeichert: Dieser Teil der Studie ist für Sie vorbei.',
  saved: 'Frühere Abschnitte gespeichert',
  notSent: 'Noch nicht gesendet',
};
