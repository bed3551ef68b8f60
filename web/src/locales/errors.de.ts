import type { Catalogue } from '@/lib/translate-error';

/** Every error of the server by its code. */
const errors: Catalogue['errors'] = {
  malformed: 'Der Server konnte die Anfrage nicht lesen. Bitte laden Sie die Seite neu.',
  not_authenticated: 'Bitte melden Sie sich neu an.',
  other_account: 'In diesem Browser hat sich inzwischen eine andere Person angemeldet.',
  login_failed: 'Die Anmeldung hat nicht geklappt. Bitte prüfen Sie Benutzername und Passwort.',
  passkey_failed:
    'Dieser Passkey meldet Sie hier nicht an. Nehmen Sie einen anderen oder Ihr Passwort.',
  provider_rejected:
    'Die Anmeldung konnte nicht abgeschlossen werden. Bitte beginnen Sie noch einmal.',
  handover_failed:
    'Diese Anmeldung ist nicht mehr gültig oder hat in einem anderen Browser begonnen. Bitte beginnen Sie noch einmal.',
  refresh_failed: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich neu an.',
  participants_only: 'Das ist nur für Teilnehmende möglich.',
  admin_only: 'Das ist nur für die Studienleitung möglich.',
  role_forbids: 'Ihre Rolle umfasst das nicht. Wer die Studie besitzt, kann Ihre Rolle ändern.',
  sign_in_again:
    'Melden Sie sich dafür bitte ab und neu an: Ihre Anmeldung ist mehr als eine halbe Stunde her.',
  no_role: 'Sie haben hier noch keine Rolle. Bitten Sie die Leitung der Installation um eine.',
  unblinding_forbids:
    'Sie dürfen sich in dieser Studie nicht selbst entblinden. Wer die Studie besitzt, kann Ihnen dieses Recht geben.',
  other_group: 'Dieser Teil der Studie gehört zu einer anderen Gruppe.',
  other_site: 'Anfragen von anderen Websites sind nicht erlaubt.',
  other_origin:
    'Anfragen von anderen Websites sind nicht erlaubt. Ein Proxy muss „Host“ unverändert weitergeben, mit dem Port.',
  post_only: 'Browser müssen diese Adresse mit POST aufrufen.',
  imports_off: 'Dieser Server nimmt keine Importe an: Er hat kein --analytics-secret.',
  invalid_permit:
    'Diese Erlaubnis zur Simulation ist nicht von diesem Server oder ist abgelaufen. Starten Sie die Simulation mit dem Schlüssel dieses Servers.',
  consent_required: 'Bitte lesen Sie zuerst die Einwilligung und stimmen Sie ihr zu.',
  study_closed: ({ status }) =>
    ({
      paused: 'Die Studie ist unterbrochen. Zurzeit ist keine Teilnahme möglich.',
      closed: 'Die Studie ist beendet. Eine Teilnahme ist nicht mehr möglich.',
      full: 'Die Studie ist voll. Zurzeit ist keine Teilnahme möglich.',
      unit_full:
        'In der Gruppe Ihres Links (zum Beispiel Ihrer Klasse) ist kein Platz mehr frei. Eine Teilnahme ist deshalb nicht möglich.',
    })[status ?? ''] ?? 'Zurzeit ist keine neue Teilnahme möglich.',
  withdrawn: 'Sie haben die Teilnahme beendet.',
  not_found: 'Unter dieser Adresse wurde nichts gefunden.',
  method_not_allowed: 'Diese Anfrage ist hier nicht möglich.',
  request_timeout: 'Die Anfrage kam nicht rechtzeitig an. Bitte versuchen Sie es noch einmal.',
  wrong_page: 'Diese Seite ist jetzt nicht für Sie geöffnet.',
  conflict: 'Diese Frage wurde schon anders beantwortet. Die erste Antwort zählt.',
  consent_recorded: 'Sie haben schon eingewilligt. Daran wurde nichts geändert.',
  participant_left: 'Diese Person hat ihre Einwilligung schon widerrufen.',
  already_excluded: 'Sie haben diese Person schon ausgeschlossen.',
  not_excluded: 'Sie haben diese Person nicht ausgeschlossen.',
  already_unblinded: 'Sie sind schon entblindet.',
  study_anonymised:
    'Die Verbindung zwischen Personen und Daten ist gelöscht. Die Studie bleibt geschlossen, weil nicht mehr erkennbar ist, wer schon teilgenommen hat.',
  recruitment_closed:
    'Die Rekrutierung ist geschlossen und lässt sich deshalb nicht anhalten. Sie können sie wieder öffnen.',
  publication_not_asked:
    'Die Studie fragt nicht, ob die Antworten veröffentlicht werden dürfen. Ergänzen Sie diese Aussage in consent.yaml um purpose: publication.',
  blinded_alone:
    'Ein verblindetes Paket hat keine Identitäten und ist nicht zur Veröffentlichung: Beides würde die Arme verraten.',
  study_folder_changed:
    'Der Studienordner oder die aktive Version hat sich seit dem Vergleich geändert. Nichts wurde aktiviert. Vergleichen Sie noch einmal.',
  study_folder_read_only: ({ reason }) =>
    `Der Server kann den Studienordner nicht ersetzen: ${reason}. Wer den Server betreibt, muss ihm Schreibrechte auf diesen Ordner und den Ordner darüber geben.`,
  study_folder_shared: ({ study }) =>
    `Die Studie „${study}“ hat denselben Ordner, also würden sich auch ihre Texte ändern. Wer den Server betreibt, muss jeder Studie einen eigenen Ordner geben.`,
  recruiter_not_configured:
    'Die Studie wird mit keinem Rekrutierungsdienst abgeglichen: Sie hat kein recruitment.prolific, der Server hat kein Token für die API von Prolific, oder die Rekrutierungs-IDs sind gelöscht.',
  bonuses_would_unblind:
    'Die Beträge hängen von einem Block ab, der sich zwischen den Armen unterscheidet; die Liste würde also zeigen, wer in welchem Arm ist. Entblinden Sie sich zuerst auf der Seite „Ergebnisse“, oder überlassen Sie die Liste jemandem, der entblindet ist.',
  bonuses_changed:
    'Die Liste hat sich geändert, seit Sie sie gesehen haben, oder niemand steht darin. Nichts wurde gespeichert. Sehen Sie sie noch einmal an.',
  list_would_unblind:
    'Nur manche Arme haben diesen Teil, die Liste würde also zeigen, wer in ihnen ist. Entblinden Sie sich zuerst auf der Seite „Ergebnisse“, oder überlassen Sie die Liste jemandem, der entblindet ist.',
  export_would_unblind:
    'Seit Ihrer Anfrage hat sich jemand registriert. Ein Export würde Sie jetzt entblinden. Bitte fordern Sie ihn in der Konsole mit einer Begründung neu an.',
  study_taken:
    'Eine andere Studie hat diese ID oder diesen Hostnamen. Bitte wählen Sie etwas anderes.',
  study_not_archived:
    'Diese Studie ist nicht archiviert. Nur archivierte Studien lassen sich löschen oder wieder öffnen.',
  study_archived: 'Diese Studie ist schon archiviert.',
  study_in_use:
    'Ein Server hat diese Studie noch nicht geschlossen. Bitte versuchen Sie es gleich noch einmal.',
  study_folder_invalid:
    'Der Ordner der Studie, die Sie kopieren, hat Fehler oder lässt sich nicht lesen. Prüfen Sie ihn mit „unmask check“.',
  root_study:
    'Die Studie an der Wurzel gehört zur Installation. Sie kann unterbrochen oder beendet, aber nicht archiviert oder gelöscht werden.',
  account_exists:
    'Es gibt schon ein Konto mit Ihrem Benutzernamen. Melden Sie sich mit dessen Passwort an und verbinden Sie es auf der Seite „Mein Konto“.',
  connected_to_other:
    'Dieses Konto ist hier mit einer anderen Person verbunden. Zuerst muss deren Konto getrennt werden.',
  last_owner: 'Nur Sie leiten die Installation. Geben Sie diese Rolle zuerst einer anderen Person.',
  only_way_in: 'Ohne das könnten Sie sich nicht mehr anmelden. Wählen Sie zuerst ein Passwort.',
  passkey_known: 'Dieses Gerät hat schon einen Passkey für Ihr Konto.',
  username_taken: 'Dieser Benutzername ist vergeben. Bitte wählen Sie einen anderen.',
  already_taking_part:
    'Mit diesem Link haben Sie sich schon registriert. Bitte melden Sie sich mit Ihrem Benutzernamen an.',
  link_used:
    'Dieser Link wurde schon verwendet. Bitte öffnen Sie die Studie noch einmal über die Website, von der Sie gekommen sind.',
  link_unconfirmed:
    'Mit diesem Link können Sie Ihre Teilnahme hier nicht fortsetzen. Bitte nehmen Sie den Browser, in dem Sie begonnen haben, oder melden Sie sich mit Ihrem Passwort an, falls Sie eines festgelegt haben.',
  password_set:
    'Sie haben ein Passwort festgelegt. Bitte melden Sie sich mit Ihrem Benutzernamen und Ihrem Passwort an.',
  too_large: ({ kib }) => `Die Anfrage ist größer als ${kib} KiB.`,
  too_many_items: ({ items }) => `Senden Sie höchstens ${items} Einträge auf einmal.`,
  unsupported_media_type: 'Der Server kann dieses Format nicht lesen.',
  unsupported_encoding:
    'Senden Sie die Anfrage unkomprimiert oder mit einem einzigen „Content-Encoding: gzip“.',
  invalid_answers: 'Einige Antworten fehlen oder sind nicht gültig.',
  invalid_fields: 'Einige Angaben fehlen oder sind nicht gültig.',
  too_many_requests: ({ seconds }) => `Zu viele Versuche. Bitte warten Sie ${seconds} Sekunden.`,
  internal: 'Ein unerwarteter Fehler ist aufgetreten.',
  unavailable: 'Der Server kann zurzeit nichts speichern. Bitte versuchen Sie es noch einmal.',
  provider_unavailable:
    'Der Anbieter der Anmeldung ist zurzeit nicht erreichbar. Bitte versuchen Sie es noch einmal, oder melden Sie sich anders an.',
  recruiter_unavailable:
    'Die Website, von der Sie gekommen sind, kann Ihren Link zurzeit nicht bestätigen. Nichts ist verloren. Bitte versuchen Sie es in einer Minute noch einmal.',
  medium_unavailable:
    'Dieses Medium ist zurzeit nicht verfügbar. Bitte versuchen Sie es noch einmal.',
  analytics_unavailable:
    'Nutzungsereignisse können zurzeit nicht gespeichert werden. Bitte versuchen Sie es später noch einmal.',
};

const failures: Catalogue['failures'] = {
  login: 'Die Anmeldung hat nicht geklappt. Bitte prüfen Sie Benutzername und Passwort.',
  register: 'Die Registrierung hat nicht geklappt.',
  user: 'Ihre Angaben konnten nicht geladen werden.',
  profile: 'Ihr Profil konnte nicht gespeichert werden.',
  move: 'Die nächste Seite konnte nicht geöffnet werden.',
  completePersona: 'Der Abschluss konnte nicht gespeichert werden.',
  savePre: 'Ihre Antworten konnten nicht gespeichert werden.',
  saveTreatment: 'Ihre Antworten konnten nicht gespeichert werden.',
  savePost: 'Ihre Antworten konnten nicht gespeichert werden.',
  consent: 'Ihre Einwilligung konnte nicht gespeichert werden.',
  position: 'Ihr Stand in der Studie konnte nicht geladen werden.',
  personas: 'Die Personen konnten nicht geladen werden.',
  persona: 'Die Person konnte nicht geladen werden.',
  flowAConfig: 'Die Übung konnte nicht geladen werden.',
  flowAQuestions: 'Die Fragen konnten nicht geladen werden.',
  flowBPosts: 'Die Beiträge konnten nicht geladen werden.',
  noRefreshToken: 'Bitte melden Sie sich neu an.',
  notAuthenticated: 'Bitte melden Sie sich neu an.',
  call: 'Ein Fehler ist aufgetreten.',
  unexpected: 'Ein unerwarteter Fehler ist aufgetreten.',
};

const fields: Catalogue['fields'] = {
  length: ({ min, max }) => `Bitte verwenden Sie ${min} bis ${max} Zeichen.`,
  too_long: ({ max }) => `Bitte verwenden Sie höchstens ${max} Zeichen.`,
  invisible_characters: 'Bitte verwenden Sie nur sichtbare Zeichen.',
  password_names_study: 'Bitte verwenden Sie weder Ihren Benutzernamen noch den Namen der Studie.',
  days_range: ({ max }) => `Geben Sie eine Zahl von Tagen von 1 bis ${max} ein.`,
  field_required: 'Bitte füllen Sie dieses Feld aus.',
  study_id_invalid:
    'Beginnen Sie mit einem Kleinbuchstaben. Erlaubt sind Kleinbuchstaben, Ziffern und einzelne Bindestriche, höchstens 40 Zeichen. „main“ ist vergeben.',
  host_name_invalid:
    'Geben Sie einen Hostnamen ohne Schema, Port und Pfad ein, zum Beispiel studie-a.example.org.',
  host_name_own:
    'Das ist die Adresse der Installation selbst, die Studie an der Wurzel wäre also nicht mehr erreichbar. Wählen Sie einen anderen Hostnamen oder keinen.',
  template_unknown: ({ choices }) =>
    `Diese Vorlage gibt es nicht. Wählen Sie eine von diesen: ${choices}.`,
  set_by_original: 'Eine Kopie übernimmt das von der kopierten Studie. Lassen Sie es weg.',
  password_wrong: 'Das ist nicht Ihr jetziges Passwort.',
  username_reserved:
    'Dieser Name sieht aus wie der der Administration. Bitte wählen Sie einen anderen.',
  password_guessable:
    'Dieses Passwort ist leicht zu erraten. Nehmen Sie ein längeres, zum Beispiel drei Wörter.',
  consent_outdated: 'Der Text der Einwilligung wurde geändert. Bitte lesen Sie ihn noch einmal.',
  consent_statement_required: 'Ohne diese Zustimmung können Sie nicht teilnehmen.',
  consent_statement_unknown: 'Diese Zustimmung gibt es nicht.',
  exposure_unknown: 'Keine Ihrer Seiten zeigt das.',
  exposure_key: 'Bitte senden Sie für jede Darbietung eine neue UUID.',
  locale_unknown: 'Die Studie gibt es nicht in dieser Sprache.',
  link_incomplete:
    'Bitte öffnen Sie die Studie mit dem vollständigen Link, den Sie bekommen haben.',
  link_not_signed:
    'Ihr Link ist unvollständig oder wurde verändert. Bitte öffnen Sie die Studie noch einmal über die Website, von der Sie gekommen sind.',
  link_unknown:
    'Die Website, von der Sie gekommen sind, kennt Ihren Link nicht. Bitte öffnen Sie die Studie dort noch einmal.',
  link_over:
    'Ihre Teilnahme ist auf der Website, von der Sie gekommen sind, beendet. Bitte fragen Sie dort nach, oder wenden Sie sich an die Forschenden.',
  unit_unknown:
    'Der Code in Ihrem Link ist nicht bekannt. Bitte fragen Sie die Person, von der Sie den Link haben.',
  link_parameter_too_long: ({ name, max }) =>
    `„${name}“ in Ihrem Link hat mehr als ${max} Zeichen. Bitte wenden Sie sich an die Forschenden.`,
  address_invalid: 'Geben Sie eine E\u2011Mail-Adresse ein, zum Beispiel name@example.org.',
  withdrawal_mode_unavailable: 'Diese Möglichkeit bietet die Studie nicht an.',
  webhook_unknown_host: 'Es gibt keinen Rechner mit diesem Namen. Bitte prüfen Sie die Adresse.',
  webhook_inside:
    'Diese Adresse liegt im Netz des Servers. Der Betrieb kann sie hinzufügen: unmask webhook add.',
  webhook_url:
    'Geben Sie eine Adresse ein, die mit https:// beginnt, ohne Passwort. Auf diesem Rechner genügt http://.',
  webhook_events: 'Wählen Sie mindestens ein Ereignis.',
  reason_missing: 'Bitte geben Sie einen Grund an.',
  group_unknown: 'Diese Gruppe gibt es in der Studie nicht.',
  page_unknown: 'Diese Seite gibt es in der Gruppe nicht.',
  unknown_arm: 'Diesen Arm gibt es nicht.',
  quota_above_target: ({ target }) =>
    `Die Studie plant ${target} Personen. Für eine höhere Obergrenze braucht es eine neue Version der Studie.`,
};

export const messages: Catalogue = { errors, failures, fields };
