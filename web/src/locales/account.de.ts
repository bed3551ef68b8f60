import type { AccountMessages } from './account.en';

/** Messages of the participant's own pages in German. */
export const de: AccountMessages = {
  signedIn: {
    title: (name) => `Sie sind als ${name} angemeldet`,
    text: 'Wenn Sie das sind, setzen Sie die Studie fort. Wenn nicht, melden Sie sich zuerst ab.',
    agreeing:
      'Wenn Sie das sind, machen Sie unten weiter. Ihre Einwilligung wird bei diesem Konto gespeichert. Wenn nicht, melden Sie sich zuerst ab.',
    notMe: 'Das bin ich nicht, abmelden',
  },
  dashboard: {
    hello: (name) => (name ? `Hallo, ${name}` : 'Hallo'),
    lead: 'Hier sehen Sie, wie weit Sie in der Studie sind.',
    complete: 'Sie haben die Studie abgeschlossen.',
    continue: 'Studie fortsetzen',
    startWith: (name) => `Mit ${name} beginnen`,
    continueWith: (name) => `Mit ${name} weitermachen`,
    next: 'Als Nächstes',
    pause:
      'Sie können jederzeit aufhören. Ihre abgeschickten Antworten sind gespeichert, und Sie können später fortfahren.',
    toEnd: 'Ergebnisse ansehen',
    toNextPart: 'Ansehen, wie es weitergeht',
    instructions: 'Anleitung',
    choose: 'Wählen Sie, mit wem Sie anfangen',
    task: 'Sie prüfen und beurteilen die Beiträge jeder Person.',
    readInstructions: 'Anleitung lesen',
    people: 'Die Personen, deren Beiträge Sie sehen',
    states: { open: 'Noch nicht begonnen', under_way: 'Begonnen', done: 'Fertig' },
    posts: (answered, of) => `${answered} von ${of} Beiträgen`,
    admin: 'Sie sind als Studienleitung angemeldet. Ihre Antworten werden hier nicht gespeichert.',
    console: 'Zur Konsole',
  },
  laterParts: {
    title: 'Wie es weitergeht',
    over: 'Spätere Teile',
    waiting: (from: string, to: string, minutes: number) =>
      `Sie können vom ${from} bis zum ${to} teilnehmen. Das dauert etwa ${minutes === 1 ? '1 Minute' : `${minutes} Minuten`}.`,
    how: 'Melden Sie sich dann hier wieder an, mit demselben Benutzernamen und Passwort.',
    open: (to: string, minutes: number) =>
      `Sie können jetzt teilnehmen, bis zum ${to}. Das dauert etwa ${minutes === 1 ? '1 Minute' : `${minutes} Minuten`}.`,
    started: (to: string) => `Sie haben begonnen und können bis zum ${to} abschließen.`,
    missed: (to: string) =>
      `Sie konnten bis zum ${to} teilnehmen. Danke, dass Sie vorher teilgenommen haben.`,
    ended: 'Dieser Teil endete vor der letzten Seite. Ihre Antworten sind gespeichert.',
    declined:
      'Sie haben sich entschieden, nicht teilzunehmen. Danke, dass Sie vorher teilgenommen haben.',
    begin: 'Jetzt beginnen',
  },
  end: {
    thanks: 'Vielen Dank',
    waiting:
      'Ihre letzten Antworten werden noch gespeichert. Diese Seite öffnet sich, sobald das geschehen ist.',
    firstPart: 'Code des ersten Teils',
    code: 'Ihr Abschlusscode',
    codeHelp:
      'Kopieren Sie ihn, oder gehen Sie über die Schaltfläche zurück zu der Seite, von der Sie kamen.',
    codeKeep:
      'Er belegt, dass Sie teilgenommen haben. Geben Sie ihn dort ein, wo danach gefragt wird.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    return: 'Zurück und abschließen',
    result: {
      title: 'Ihr Ergebnis',
      help: 'So viele Clips und Beiträge haben Sie richtig beurteilt:',
      before: 'Vorher',
      exercise: 'Übung',
      after: 'Nachher',
      later: 'Späterer Teil',
      score: (count, of) => `${count} von ${of}`,
      details: 'Ihre Urteile nachher im Einzelnen',
      estimate: (estimate, right, of) =>
        `Ihre eigene Schätzung war ${estimate} von ${of}. Tatsächlich waren es ${right}.`,
      confidence: (right, wrong) =>
        `Wenn Sie richtig lagen, waren Sie sich ${right > wrong ? 'sicherer' : right < wrong ? 'weniger sicher' : 'genauso sicher'}: im Mittel ${right}\u202f%, sonst ${wrong}\u202f%.`,
      misses: (count, of) =>
        `Verändert oder irreführend: Sie haben ${count} von ${of} nicht erkannt.`,
      falseAlarms: (count, of) =>
        `Original oder echt: Sie haben ${count} von ${of} für verändert oder irreführend gehalten.`,
      save: 'Als Bild speichern',
    },
    debrief: 'Was Sie gesehen haben',
    onlyWrong: (count) => `Nur, was ich falsch beurteilt habe (${count})`,
    showAll: (count) => `Alle ${count} anzeigen`,
    training: 'Die Übung der anderen Gruppen',
    trainingHelp:
      'Sie waren in der Vergleichsgruppe. Wenn Sie möchten, können Sie hier wie die anderen üben. Entscheiden Sie zuerst, dann sehen Sie, ob das richtig war und warum.',
    trainingFree:
      'Ihre Auswahl wird hier weder gesendet noch gespeichert. Sie können jederzeit aufhören.',
    trainingRated:
      'Alle Clips, die Sie bewertet haben, waren Originale. Hier sehen Sie veränderte Fassungen von einigen.',
    practiseClips: (count) => `Mit ${count === 1 ? '1 Clip' : `${count} Clips`} üben`,
    practisePosts: (count) => `Mit ${count === 1 ? '1 Beitrag' : `${count} Beiträgen`} üben`,
    practice: {
      item: (number, of) => `Beispiel ${number} von ${of}`,
      done: (done, of, right) => `${done} von ${of} erledigt, davon ${right} richtig`,
      chooseOne: 'Wählen Sie zuerst eine Antwort.',
      rated:
        'Als Sie diesen Clip bewertet haben, sahen oder hörten Sie das Original. Dies ist die veränderte Fassung.',
      next: 'Nächstes Beispiel',
      toResult: 'Übung abschließen',
      finished: 'Sie haben die Übung abgeschlossen',
      again: 'Von vorn beginnen',
      stop: 'Übung beenden',
    },
    seeWhat: 'Anzeigen, was verändert wurde',
    playAgain: 'Noch einmal abspielen',
    lookAgain: 'Noch einmal ansehen',
    close: 'Schließen',
    yourAnswer: (answer) => `Ihre Antwort: ${answer}`,
    truth: (label) => `Richtige Antwort: ${label}`,
    print: 'Diese Seite drucken',
    rights: 'Ihre Daten',
    rightsText:
      'In Ihrem Profil können Sie Ihre Antworten herunterladen oder Ihre Teilnahme beenden (und damit Ihre Einwilligung widerrufen).',
    toProfile: 'Mein Profil öffnen',
  },
  turnedAway: {
    title: 'Vielen Dank für Ihr Interesse',
    screenedOut:
      'Diese Studie richtet sich an eine bestimmte Personengruppe, zu der Sie nach Ihren Angaben nicht gehören. Deshalb ist eine Teilnahme leider nicht möglich.',
    quotaFull:
      'An dieser Studie oder in der Gruppe, zu der Sie gehören, nehmen bereits genügend Personen teil. Deshalb ist leider kein Platz mehr frei.',
    nothing: 'Sie müssen nichts weiter tun.',
    code: 'Ihr Code',
    codeHelp:
      'Kopieren Sie ihn, oder kehren Sie mit der Schaltfläche zu der Website zurück, von der Sie gekommen sind.',
    codeKeep: 'Geben Sie ihn dort ein, wo Sie danach gefragt werden.',
    return: 'Zurück zur Website',
    rights: 'Ihre Daten',
    rightsText:
      'Ihre bisherigen Antworten sind gespeichert. In Ihrem Profil können Sie sie herunterladen oder Ihre Teilnahme beenden (und damit Ihre Einwilligung widerrufen).',
    contact: 'Fragen, zum Beispiel zu einer versprochenen Vergütung:',
    toProfile: 'Mein Profil öffnen',
    profile: 'Sie können an dieser Studie nicht teilnehmen',
    profileEnded: 'Ihre Teilnahme ist beendet',
    toEnd: 'Begründung anzeigen',
  },
  profile: {
    title: 'Ihr Profil',
    full: 'Die Studie ist zurzeit voll',
    fullText:
      'Sie waren längere Zeit nicht aktiv. Deshalb haben wir Ihren Platz in der Studie neu vergeben. Zurzeit ist kein anderer frei. Sobald einer frei wird, können Sie fortfahren.',
    fullRights:
      'Ihre Antworten sind nicht verloren. Sie können hier weiterhin Ihre Daten herunterladen oder Ihre Teilnahme beenden.',
    fullContact: 'Fragen, zum Beispiel zu einer versprochenen Vergütung:',
    askPlace: 'Nach einem freien Platz suchen',
    stillFull: 'Die Studie ist immer noch voll. Bitte versuchen Sie es später noch einmal.',
    names: 'Ihr Name',
    namesHelp: 'Wir verwenden ihn nur für die Anrede. Sie können beide Felder leer lassen.',
    first: 'Vorname',
    last: 'Nachname',
    save: 'Speichern',
    saved: 'Ihr Name wurde gespeichert.',
    username: 'Benutzername',
    code: 'Ihr Teilnahmecode',
    codeHelp:
      'Nennen Sie diesen Code, wenn Sie den Forschenden schreiben. Er verrät nicht, wer Sie sind.',
    consent: 'Ihre Einwilligung',
    consentRead: 'Text lesen',
    print: 'Diese Seite drucken',
    consentNone: 'Es ist keine Einwilligung gespeichert.',
    consentAt: (date, version) => `Am ${date}, Fassung ${version} des Textes`,
    yes: 'eingewilligt',
    no: 'nicht eingewilligt',
    data: 'Ihre Daten',
    dataHelp:
      'Eine Datei mit allen Daten, die wir über Sie speichern. Nach dem Ende enthält sie auch die richtigen Antworten.',
    download: 'Daten herunterladen',
    withdraw: 'Teilnahme beenden',
    withdrawHelp:
      'Sie können Ihre Teilnahme jederzeit ohne Angabe von Gründen beenden (und damit Ihre Einwilligung widerrufen).',
    withdrawTitle: 'Teilnahme beenden?',
    keep: 'Aufhören, aber Sie dürfen meine bisherigen Antworten verwenden',
    keepNote: 'Wir verwenden Ihre bisherigen Antworten weiterhin, aber nur unter Ihrem Code.',
    erase: 'Aufhören, Antworten löschen',
    eraseNote:
      'Wir löschen Ihre Antworten und Ihr Konto. Wir behalten nur die Angabe, dass eine Person ihre Teilnahme beendet hat und ihre Daten löschen ließ: wann, aus welcher Gruppe und wie weit sie gekommen war. Wenn Sie über einen Rekrutierungsdienst gekommen sind, bleibt vermerkt, dass Ihre ID verwendet wurde, aber ohne Verbindung zu Ihnen.',
    withdrawChoose: 'Bitte wählen Sie, was mit Ihren Antworten geschehen soll.',
    withdrawEnds:
      'Sie werden danach abgemeldet. Das lässt sich nicht rückgängig machen. Falls Sie einen Abschlusscode brauchen, kopieren Sie ihn vorher von der letzten Seite.',
    withdrawGo: 'Teilnahme beenden',
    withdrawStay: 'In der Studie bleiben',
    receiptTitle: 'Sie haben Ihre Teilnahme beendet',
    receiptTexts: {
      keep: 'Sie haben Ihre Teilnahme beendet, und wir dürfen Ihre bisherigen Antworten verwenden. Bewahren Sie diese Bestätigung als Nachweis auf.',
      erase:
        'Sie haben Ihre Teilnahme beendet, und Ihre Antworten und Ihr Konto wurden gelöscht. Bewahren Sie diese Bestätigung als Nachweis auf.',
    },
    receipt: 'Bestätigung',
    receiptAt: 'Zeit',
    receiptMode: 'Ihre Antworten',
    modes: { keep: 'bisherige bleiben erhalten', erase: 'gelöscht' },
    toStart: 'Zur Startseite',
    settings: 'Darstellung',
    theme: 'Farben',
    light: 'Hell',
    dark: 'Dunkel',
  },
};
