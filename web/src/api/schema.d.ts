// Generated from docs/generated/openapi.json by `make generate`. Do not edit.

export interface paths {
    "/api/admin/audit": {
        /** Returns a page of the audit log, and whether its hash chain is intact. */
        get: operations["admin_audit_list"];
    };
    "/api/admin/audit/file": {
        /**
         * Downloads the whole log as JSON Lines, oldest entry first: `number`, `at`, `actor`, `action`, `details` (the JSON
         *     text that was hashed, with a random salt), `previous` and `hash`. `blinded` marks an entry whose details would
         *     reveal the arms and are hidden from those who are blinded. The download is recorded as the next entry, with the
         *     number and hash of the last entry in the file.
         */
        get: operations["admin_audit_download"];
    };
    "/api/admin/bonus": {
        /** Returns the rule, whom a new list would have, and the earlier lists. Without recruitment IDs. */
        get: operations["admin_bonus"];
    };
    "/api/admin/bonus/runs": {
        /**
         * Records a new list of bonuses and returns its file for the recruiter's bulk payment: lines with recruitment ID and
         *     amount, without a header. Nobody is listed twice. The audit log records it; no money is moved.
         */
        post: operations["admin_bonus_list"];
    };
    "/api/admin/bonus/runs/{number}": {
        /**
         * Returns the file of an earlier list once more. People whose data were erased since are not in it. The audit log
         *     records it.
         */
        get: operations["admin_bonus_again"];
    };
    "/api/admin/consort": {
        /** Returns the counts of the CONSORT flow diagram. */
        get: operations["admin_consort_get"];
    };
    "/api/admin/drawings/flow": {
        /** Draws the CONSORT 2025 flow diagram from the report that `GET /api/admin/results` returns. */
        get: operations["admin_drawings_flow_get"];
    };
    "/api/admin/drawings/overview": {
        /** Draws a chart of the data and labels that `GET /api/admin/overview` returns. */
        get: operations["admin_drawings_overview_get"];
    };
    "/api/admin/drawings/results": {
        /** Draws a chart of the report that `GET /api/admin/results` returns. */
        get: operations["admin_drawings_results_get"];
    };
    "/api/admin/drawings/usage": {
        /** Draws a chart of the data that `GET /api/admin/events` returns. */
        get: operations["admin_drawings_usage_get"];
    };
    "/api/admin/due": {
        /** Returns how many participants are due for each later part, without IDs, names and arms. */
        get: operations["admin_due"];
    };
    "/api/admin/due/{wave}": {
        /**
         * Downloads who is due for a later part, as `unmask due` lists them: CSV with the recruitment ID, the part, the state
         *     (`waiting`, `open`, `started`) and the days (UTC) on which it opens and closes. IDs that a spreadsheet program could
         *     run as a formula are left out. The list of a part that only some arms have shows who is in them: it is only for
         *     those who are unblinded. The download is recorded in the audit log.
         */
        get: operations["admin_due_download"];
    };
    "/api/admin/events": {
        /** Returns usage analytics: the number of events by kind and of views by page. */
        get: operations["admin_events_get"];
    };
    "/api/admin/exports": {
        /** Returns the last hundred data packages that the audit log records, newest first. */
        get: operations["admin_exports_list"];
        /**
         * Creates addresses to download a data package. The request and each download are recorded in the audit log. This
         *     unblinds the person who makes the request, unless the package is blinded or only simulated participants have taken
         *     part.
         */
        post: operations["admin_exports_request"];
    };
    "/api/admin/exports/{ticket}": {
        /**
         * Downloads a data package with the current data. The address from `POST /api/admin/exports` is the authorization; no
         *     token is needed.
         */
        get: operations["admin_exports_download"];
    };
    "/api/admin/invitations": {
        /** Returns how many e-mails about later parts are planned, due, sent and failed. */
        get: operations["admin_invitations_get"];
    };
    "/api/admin/live": {
        /**
         * Streams the overview as server-sent events (`text/event-stream`). An `overview` event is sent immediately and after
         *     each change, with the body of `GET /api/admin/overview`. Read the stream with `fetch` and the bearer header. It ends
         *     when the session or access token expires or the server stops; refresh the token if necessary and reconnect.
         */
        get: operations["admin_live"];
    };
    "/api/admin/overview": {
        /**
         * Returns enrolment, the completion funnel and quality flags. `GET /api/admin/live` streams the same data after each
         *     change.
         */
        get: operations["admin_overview_get"];
    };
    "/api/admin/participants": {
        /** Returns a page of participants, newest first. */
        get: operations["admin_participants_list"];
    };
    "/api/admin/participants/{code}": {
        /**
         * Returns the data and the timeline of a participant. The view is recorded in the audit log, once in ten minutes per
         *     session.
         */
        get: operations["admin_participants_get"];
    };
    "/api/admin/participants/{code}/exclusion": {
        /** Excludes a participant from the analysis. Their data stay in the data package, with the reason. */
        post: operations["admin_participants_exclude"];
        /** Re-includes a participant whom the researcher excluded. Exclusions by the plan can't be undone. */
        delete: operations["admin_participants_include"];
    };
    "/api/admin/participants/{code}/withdrawal": {
        /** Withdraws the participant, at their request, and ends all their sessions. */
        post: operations["admin_participants_withdraw"];
    };
    "/api/admin/previews": {
        /** Returns all pages that can be previewed, by group. */
        get: operations["admin_previews_pages"];
        /** Creates a preview: a participant in the given group without a slot, who is not counted or exported. */
        post: operations["admin_previews_open"];
    };
    "/api/admin/recruiter": {
        /**
         * Returns when the participants were last compared with the submissions at Prolific, and what was found, without
         *     recruitment IDs.
         */
        get: operations["admin_recruiter"];
    };
    "/api/admin/recruiter/comparison": {
        /**
         * Compares the participants with the submissions at Prolific now: within seconds, a server begins. One that is being
         *     made goes on.
         */
        post: operations["admin_recruiter_compare"];
    };
    "/api/admin/results": {
        /**
         * Returns the report. For those who are blinded, arms have blinded labels. Until the target is reached, the report
         *     has nothing that compares arms. Reading outcomes by arm is logged, once for each number of participants with the
         *     primary outcome. If the computation takes longer than a
         *     moment, the last report is returned, unless an exclusion or a change of stage has happened since.
         */
        get: operations["admin_results_get"];
    };
    "/api/admin/results/early": {
        /** Shows results before the target to the administrator for a day, such as for a safety committee. */
        post: operations["admin_results_show_early"];
    };
    "/api/admin/study": {
        /** Returns the study's status, limits, versions and allocation schedule. */
        get: operations["admin_study_get"];
    };
    "/api/admin/study/folder": {
        /** Downloads the study folder of this server as a ZIP file, without secrets and hidden files. */
        get: operations["admin_study_download_folder"];
        /**
         * Puts a changed study folder in the place of the one of this server, after all checks. It is not activated. Media
         *     that the ZIP file lacks stay. The former folder is kept, so that it can be put back. If anything is wrong, nothing
         *     changes.
         */
        post: operations["admin_study_upload_folder"];
    };
    "/api/admin/study/folder/former": {
        /**
         * Puts the study folder back that was there before the last upload, after all checks. It is not activated. The present
         *     folder becomes the former one.
         */
        post: operations["admin_study_restore_folder"];
    };
    "/api/admin/study/quotas": {
        /** Sets the quotas. A full arm gets no new participants: its slots are skipped. Current participants keep their slots. */
        put: operations["admin_study_set_quotas"];
    };
    "/api/admin/study/status": {
        /**
         * Opens, pauses or closes recruitment. Current participants can continue. Closed recruitment can be opened, not
         *     paused. After the study was anonymised, it can't be reopened, because returning participants could not be
         *     recognised.
         */
        put: operations["admin_study_set_status"];
    };
    "/api/admin/study/version": {
        /**
         * Returns the active version and what the activation of the study folder would change. Reads the whole folder: one
         *     call at a time, and one waits.
         */
        get: operations["admin_study_get_version"];
        /** Makes the study folder the active version, as `unmask activate` does. Servers serve it without a restart. */
        post: operations["admin_study_activate"];
    };
    "/api/admin/unblinding": {
        /** Returns who is unblinded. */
        get: operations["admin_unblinding_get"];
        /** Unblinds the person who makes the request, or everybody. This can't be undone. */
        post: operations["admin_unblinding_unblind"];
    };
    "/api/admin/webhooks": {
        /** Returns the webhooks, without their secrets. */
        get: operations["admin_webhooks_list"];
        /** Adds a webhook. Its receiver gets the events from now on. */
        post: operations["admin_webhooks_add"];
    };
    "/api/admin/webhooks/{id}": {
        /** Deletes a webhook with its events, also those that are still to be sent. */
        delete: operations["admin_webhooks_remove"];
    };
    "/api/admin/webhooks/{id}/test": {
        /** Sends a test to a webhook that is not disabled. It names no participant. The delivery log shows the result. */
        post: operations["admin_webhooks_test"];
    };
    "/api/admin/webhooks/deliveries": {
        /**
         * Returns the last events with the result of their delivery. Events about a part that only some arms have are not
         *     sent, and not in the log.
         */
        get: operations["admin_webhooks_deliveries"];
    };
    "/api/admin/webhooks/deliveries/{id}/redelivery": {
        /**
         * Sends an event again that was delivered, given up, or waits after a failed attempt: under the same ID, with all
         *     attempts. Replies 404 while it is being sent, and if its webhook is disabled.
         */
        post: operations["admin_webhooks_redeliver"];
    };
    "/api/auth/invitation": {
        /**
         * Returns the username for the form, so that a participant need not remember it. This call signs nobody in; `POST`
         *     signs in those who have no password. 404 if the token is not from this server, and after the account was deleted.
         */
        get: operations["auth_invitation"];
        /**
         * Signs in the participant to whom the e-mail was sent, if the account has no password: whoever reads the e-mail may
         *     resume. It is a call and not the link, because programs that check e-mails open links.
         */
        post: operations["auth_accept_invitation"];
    };
    "/api/auth/link": {
        /**
         * Begins or resumes the participation of the recruitment ID in a link, without username and password. Only in a study
         *     with `account: link`, else 404. Resuming needs proof that the recruiter has sent the participant again, and ends
         *     their other sessions. A repeat with the same `Idempotency-Key` is no other visit.
         */
        post: operations["auth_link"];
    };
    "/api/auth/login": {
        /** Signs in. A wrong username and a wrong password give the same error after the same time. */
        post: operations["auth_login"];
    };
    "/api/auth/logout": {
        /** Ends the session. It becomes invalid on all servers immediately. */
        post: operations["auth_logout"];
    };
    "/api/auth/refresh": {
        /** Exchanges a refresh token for a new pair of tokens. A repeated request returns the same pair. */
        post: operations["auth_refresh"];
    };
    "/api/auth/register": {
        /** Creates an account and a participant, reserves a slot, and signs the participant in. */
        post: operations["auth_register"];
    };
    "/api/auth/suggestion": {
        /** Suggests a username that does not identify the person. */
        get: operations["auth_suggestion"];
    };
    "/api/collect/engage": {
        /** Accepts the same data in the query, as the official Node client sends it. Browsers get 403. */
        get: operations["collect_engage_by_address"];
        /** Changes user profiles: `$set`, `$set_once`, `$add`, `$append`, `$union`, `$remove`, `$unset`, `$delete`. */
        post: operations["collect_engage"];
    };
    "/api/collect/groups": {
        /** Accepts the same data in the query, as the official Node client sends it. Browsers get 403. */
        get: operations["collect_groups_by_address"];
        /** Changes group profiles, with the same operations as user profiles. */
        post: operations["collect_groups"];
    };
    "/api/collect/import": {
        /** Accepts single events in the query, as the official Node client sends them. The secret is in the header. */
        get: operations["collect_import_by_address"];
        /** Imports events. The secret is the username or password of basic authentication. */
        post: operations["collect_import"];
    };
    "/api/collect/track": {
        /** Accepts single events in the query, as the official Node client sends them. Browsers get 403. */
        get: operations["collect_track_by_address"];
        /**
         * Accepts events as the official clients of the analytics service send them: a form with `data` as JSON or
         *     base64-encoded JSON (also as plain text, from `sendBeacon`), or a JSON body.
         */
        post: operations["collect_track"];
    };
    "/api/control-flow": {
        /** Returns the clips of the control flow. */
        get: operations["control_flow_get"];
    };
    "/api/control-flow/clips/{id}/ratings": {
        /** Saves the ratings of a clip. */
        post: operations["control_flow_rate"];
    };
    "/api/debrief": {
        /** Returns the debrief. Available on `/end` and after withdrawal. */
        get: operations["debrief_get"];
    };
    "/api/exposures": {
        /**
         * Stores what was visible on the participant's pages, with or without an answer. Each medium and each post counts
         *     once. Stores nothing if one of the exposures is not valid.
         */
        post: operations["exposures_record"];
    };
    "/api/flow-a/config": {
        /** Returns the settings of Flow A. */
        get: operations["flow_a_config"];
    };
    "/api/flow-a/questions": {
        /** Returns all questions of Flow A, in the participant's order. */
        get: operations["flow_a_questions"];
    };
    "/api/flow-a/questions/{id}/answer": {
        /** Saves the answer to a question of Flow A. */
        post: operations["flow_a_answer"];
    };
    "/api/flow-a/questions/{id}/followup": {
        /** Saves the answers to the follow-up. The receipt contains the feedback on the question. */
        post: operations["flow_a_followup"];
    };
    "/api/flow-b/posts/{id}/answer": {
        /** Saves the answer to a post of Flow B. */
        post: operations["flow_b_answer"];
    };
    "/api/installation/audit": {
        /**
         * Returns a page of the installation's audit log, and whether its hash chain is intact. Owners and auditors of a study
         *     get the entries about it.
         */
        get: operations["installation_audit"];
    };
    "/api/installation/audit/file": {
        /**
         * Downloads the whole log as JSON Lines, in the format of a study's log. For owners and auditors of a study, entries
         *     about others are `withheld`: they only have `number`, `previous` and `hash`. The download is recorded as the next
         *     entry.
         */
        get: operations["installation_audit_download"];
    };
    "/api/installation/hand-over": {
        /** Begins at the address of a study to sign in with the session at the installation's address. */
        post: operations["installation_begin_hand_over"];
    };
    "/api/installation/hand-over/code": {
        /** Gives the person a code with which the address of a study signs them in. */
        post: operations["installation_hand_over"];
    };
    "/api/installation/hand-over/session": {
        /** Exchanges a code for a session at the address of a study. */
        post: operations["installation_complete_hand_over"];
    };
    "/api/installation/invitation": {
        /** Returns who is invited by a link. */
        get: operations["installation_invitation"];
        /** Sets the password of an invited person, and signs them in. The link is used up. */
        post: operations["installation_accept"];
    };
    "/api/installation/login": {
        /** Signs in to the installation. A wrong username and a wrong password give the same error after the same time. */
        post: operations["installation_login"];
    };
    "/api/installation/logout": {
        /** Ends the session. It becomes invalid on all servers immediately. */
        post: operations["installation_logout"];
    };
    "/api/installation/me": {
        /** Returns the person who has signed in. */
        get: operations["installation_me"];
        /** Changes first and last name. */
        patch: operations["installation_update_me"];
    };
    "/api/installation/me/passkeys": {
        /** Returns the person's passkeys. */
        get: operations["installation_passkeys"];
        /** Adds a passkey. */
        post: operations["installation_add_passkey"];
    };
    "/api/installation/me/passkeys/{id}": {
        /** Removes a passkey of the person. */
        delete: operations["installation_remove_passkey"];
    };
    "/api/installation/me/passkeys/options": {
        /** Begins to add a passkey. */
        post: operations["installation_passkey_to_add"];
    };
    "/api/installation/me/password": {
        /** Changes the password. All sessions end, this one too. */
        put: operations["installation_set_password"];
    };
    "/api/installation/me/recovery-codes": {
        /** Replaces the recovery codes. Each of them signs in once, in place of a password that is lost. */
        post: operations["installation_recovery_codes"];
    };
    "/api/installation/me/sessions": {
        /** Returns the person's open sessions. */
        get: operations["installation_sessions"];
    };
    "/api/installation/me/sessions/{id}": {
        /** Ends one of the person's sessions. */
        delete: operations["installation_end_session"];
    };
    "/api/installation/me/sso": {
        /** Begins to connect the person's account with the one at the provider. */
        post: operations["installation_connect_sso"];
        /** Removes the connection of the person's account with the one at the provider. */
        delete: operations["installation_disconnect_sso"];
    };
    "/api/installation/passkey": {
        /** Signs in with a passkey. */
        post: operations["installation_passkey"];
    };
    "/api/installation/passkey/options": {
        /** Begins to sign in with a passkey. Which person it is, the passkey says. */
        post: operations["installation_passkey_options"];
    };
    "/api/installation/people": {
        /** Returns the people with a role in the caller's studies; for owners of the installation, all people. */
        get: operations["installation_people"];
        /** Gives a person a role in a study. A new person gets a link with which they choose a password. */
        post: operations["installation_invite"];
    };
    "/api/installation/people/{id}": {
        /** Deletes a person with their roles and sessions. The audit logs keep their ID. */
        delete: operations["installation_remove_person"];
    };
    "/api/installation/people/{id}/invitation": {
        /** Creates a new link with which a person chooses a password. Earlier links are invalid. */
        post: operations["installation_invite_again"];
    };
    "/api/installation/people/{id}/roles/{study}": {
        /** Gives a person a role in a study, in place of the one that they have there. */
        put: operations["installation_give_role"];
        /** Takes the role in a study from a person. It has effect with their next call. */
        delete: operations["installation_take_role"];
    };
    "/api/installation/recovery": {
        /** Signs in with a recovery code, and sets a new password. All other sessions end. */
        post: operations["installation_recovery"];
    };
    "/api/installation/refresh": {
        /** Exchanges a refresh token for a new pair of tokens. A repeated request returns the same pair. */
        post: operations["installation_refresh"];
    };
    "/api/installation/sign-in": {
        /** Returns how people can sign in. */
        get: operations["installation_ways_to_sign_in"];
    };
    "/api/installation/sso": {
        /** Begins to sign in at the provider. */
        post: operations["installation_sso"];
    };
    "/api/installation/sso/sign-in": {
        /** Signs in with what comes back from the provider. The person's groups there give roles here. */
        post: operations["installation_sso_sign_in"];
    };
    "/api/installation/studies": {
        /** Returns the studies that the person has a role in. */
        get: operations["installation_studies"];
        /** Creates a study from a template, or as a copy of another one's bundle. It is served within seconds. */
        post: operations["installation_create_study"];
    };
    "/api/installation/studies/{id}": {
        /** Deletes an archived study with all its data. This can't be undone. */
        delete: operations["installation_delete_study"];
    };
    "/api/installation/studies/{id}/archive": {
        /** Archives a study: it is not served, and its data stay. */
        post: operations["installation_archive_study"];
    };
    "/api/installation/studies/{id}/reopen": {
        /** Serves an archived study again. */
        post: operations["installation_reopen_study"];
    };
    "/api/installation/tokens": {
        /** Returns the tokens of programs in the person's own studies. */
        get: operations["installation_tokens"];
        /** Creates a token for a program. */
        post: operations["installation_create_token"];
    };
    "/api/installation/tokens/{id}": {
        /** Revokes a token. It is invalid from the next call. */
        delete: operations["installation_revoke_token"];
    };
    "/api/media/{ticket}": {
        /** Returns a media file or a range of it. */
        get: operations["media_get"];
    };
    "/api/page-flow/config": {
        /** Returns the page flow. */
        get: operations["page_flow_config"];
    };
    "/api/page-flow/correct-page": {
        /** Returns the page where the user should be. */
        get: operations["page_flow_correct_page"];
    };
    "/api/page-flow/group/{groupType}": {
        /** Returns the pages of the participant's group. The admin can request any group. */
        get: operations["page_flow_group"];
    };
    "/api/page-flow/next": {
        /** Returns the page that follows the given page in the flow. */
        get: operations["page_flow_next"];
    };
    "/api/page-flow/previous": {
        /** Returns the page that precedes the given page in the flow. */
        get: operations["page_flow_previous"];
    };
    "/api/page-flow/validate": {
        /** Returns whether the user may be on the page now. */
        get: operations["page_flow_validate"];
    };
    "/api/personas": {
        /** Returns all personas of the current step. */
        get: operations["personas_list"];
    };
    "/api/personas/{id}": {
        /** Returns a persona. */
        get: operations["personas_get"];
    };
    "/api/personas/{id}/flow-b": {
        /** Returns the posts of the persona in progress. */
        get: operations["personas_flow_b"];
    };
    "/api/personas/{id}/profile-picture": {
        /** Returns the portrait of a persona. */
        get: operations["personas_profile_picture"];
    };
    "/api/practice": {
        /** Returns the practice item with the participant's answer. */
        get: operations["practice_get"];
    };
    "/api/practice/answer": {
        /** Saves the answer to the practice item. */
        post: operations["practice_answer"];
    };
    "/api/questionnaires/{page}": {
        /** Returns a questionnaire in the participant's order and language. */
        get: operations["questionnaires_get"];
    };
    "/api/study": {
        /** Returns the study's public information. */
        get: operations["study_get"];
    };
    "/api/study/consent": {
        /** Returns the consent page. */
        get: operations["study_consent"];
    };
    "/api/study/pages/{name}": {
        /**
         * Returns the text of a page that the participant may see now. The text of a feedback page is available only after the
         *     answer, and the one for participants who leave only in the receipt of the withdrawal: it says what was made up.
         */
        get: operations["study_page"];
    };
    "/api/users/address": {
        /**
         * Stores the address for invitations to later parts, in place of an earlier one. It ends an earlier unsubscription.
         *     Only for participants who permitted invitations, while a later part with invitations is to come.
         */
        put: operations["users_set_address"];
        /** Deletes the address for invitations. Deleting it again changes nothing. */
        delete: operations["users_remove_address"];
    };
    "/api/users/complete-persona/{id}": {
        /** Completes a persona of Flow B. */
        post: operations["users_complete_persona"];
    };
    "/api/users/completion": {
        /**
         * Returns the outcome with its code. Available only after everything is stored: at the end of the study, or once the
         *     participant can't take part by their answers.
         */
        get: operations["users_completion"];
    };
    "/api/users/consent": {
        /** Records the consent of the signed-in participant. */
        post: operations["users_consent"];
    };
    "/api/users/current-state": {
        /** Returns the user's position in the page flow. */
        get: operations["users_current_state"];
        /**
         * Moves the participant to the next page, from a page that needs no answer. Accepts an `Idempotency-Key`: a repeated
         *     request that arrives after a later move has no effect. Without a key, a late repeat of the move to a question counts
         *     as a request for another attempt. A move to the last page after the time limit of the part ends the part, as a
         *     submission does.
         */
        put: operations["users_set_current_state"];
    };
    "/api/users/data": {
        /** Downloads all data stored about the participant. */
        get: operations["users_data"];
    };
    "/api/users/decline-parts": {
        /**
         * Records that the participant will not take part in the later parts that are planned for them. They get no more
         *     e-mails, their address is deleted, and the debrief opens. Declining again changes nothing. Rejected once a later
         *     part is begun, and if none is to come.
         */
        post: operations["users_decline_parts"];
    };
    "/api/users/password": {
        /**
         * Sets the password of an account that a recruitment link opened. From then on, the participant signs in with username
         *     and password, and links don't open the account.
         */
        put: operations["users_set_password"];
    };
    "/api/users/profile": {
        /** Returns the signed-in user. Names of later parts are in the requested language. */
        get: operations["users_profile"];
        /** Changes the user's first and last name. */
        patch: operations["users_update_profile"];
    };
    "/api/users/save-post-questionnaire-answers": {
        /** Saves answers to the questionnaire after the training. */
        post: operations["users_save_post_questionnaire"];
    };
    "/api/users/save-pre-questionnaire-answers": {
        /** Saves answers to the questionnaire before the training. */
        post: operations["users_save_pre_questionnaire"];
    };
    "/api/users/save-treatment-answers": {
        /** Saves answers to the expectancy questionnaire. */
        post: operations["users_save_treatment"];
    };
    "/api/users/withdraw": {
        /** Withdraws the participant and ends all sessions. */
        post: operations["users_withdraw"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An invited person's password. */
        Acceptance: {
            /** @description At least 12 characters. */
            password: string;
            /** @description The token in the link. */
            token: string;
        };
        /** @description An activation of the study folder. */
        Activation: {
            /** @description The active version's `hash` in that comparison. */
            follows: string;
            /** @description The folder's `hash` in the comparison that was confirmed. */
            hash: string;
            /** @description Reason, for the audit log and the report. Required if `needsReason`, and ignored otherwise. */
            reason?: string;
            /** @description Participants under way read the new words, too. Only possible if `beyondWords` is empty. */
            wordingOnly?: boolean;
        };
        /** @description The version that new participants get. */
        ActiveVersion: {
            /** @description When it was last activated. */
            activatedAt: string | null;
            /** @description Who activated it: a username, or `operator` on the server's command line. */
            actor: string | null;
            /** @description SHA-256 of the bundle. */
            hash: string;
            /**
             * @description Why the design of a trial that had begun changed; null if it did not. For those who are blinded, a reason that
             *     names an arm is `(blinded)`.
             */
            reason: string | null;
            /** @description Whether only words changed, so that participants under way read them, too. */
            wordingOnly: boolean;
        };
        /** @description A webhook that was added. */
        AddedWebhook: {
            /** @description The secret that signs its events, `whsec_…`. No other call returns it. */
            secret: string;
            webhook: components["schemas"]["WebhookRow"];
        };
        /** @description An area of the image, a time span, or both. Areas are fractions of width and height. */
        Annotation: {
            /**
             * Format: double
             * @description Start, in seconds.
             */
            from: number | null;
            /**
             * Format: double
             * @description Height, 0 to 1.
             */
            h: number;
            /**
             * Format: double
             * @description End, in seconds.
             */
            to: number | null;
            /**
             * Format: double
             * @description Width, 0 to 1; 0 for a time span without an area.
             */
            w: number;
            /**
             * Format: double
             * @description Left edge, 0 to 1.
             */
            x: number;
            /**
             * Format: double
             * @description Upper edge, 0 to 1.
             */
            y: number;
        };
        /** @description The participant's answers to a question or post, with the feedback they may see. */
        Answered: {
            /** @description In order of attempt. */
            answers: components["schemas"]["GivenAnswer"][];
            /** @description Answers that are disabled for the next attempt. */
            disabledAnswers: string[];
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /** @description A quota on answers. */
        AnswerQuota: {
            /** @description Its ID in `study.yaml`. */
            id: string;
            /**
             * Format: int32
             * @description The most participants.
             */
            limit: number;
            /**
             * Format: int64
             * @description Participants of all versions with these answers and a slot now.
             */
            taken: number;
        };
        /** @description Counts of one arm on one day. */
        ArmDay: {
            /** Format: int64 */
            allocated: number;
            /** @description ID of the arm. */
            arm: string;
            /**
             * Format: int64
             * @description Exposed: saw the first page that differs between the arms.
             */
            exposed: number;
            /**
             * Format: int64
             * @description Reached the end.
             */
            finished: number;
            /**
             * Format: int64
             * @description Withdrew; their data are kept.
             */
            withdrawn: number;
        };
        /** @description The ID of an arm: `[a-z][a-z0-9_]{0,31}`. */
        ArmId: string;
        /** @description An arm, blinded or with its name. */
        ArmName: {
            group: components["schemas"]["ArmId"] | null;
            /** @description `a`, `b` …, the same before and after unblinding. Identifies the arm in all calls. */
            id: string;
            /** @description "Arm A"; after unblinding, the study's name of the arm. */
            label: string;
        };
        ArmOverview: components["schemas"]["Enrolment"] & {
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description Quota of the arm; null without a quota.
             */
            quota: number | null;
            /** @description The completion funnel of the arm. Empty for those who are blinded: it would reveal the arm. */
            steps: components["schemas"]["StepCounts"][];
        };
        ArmState: {
            /**
             * Format: int64
             * @description Participants with a slot in the arm now.
             */
            allocated: number;
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description Quota of the arm; null without a quota.
             */
            quota: number | null;
        };
        /** @description What an arm does in a part. */
        ArmSteps: {
            arm: components["schemas"]["ArmName"];
            /** @description The level of each factor of the design. */
            levels: {
                [key: string]: string;
            };
            /** @description Paths of the steps; empty if the part is not for this arm. */
            steps: string[];
            /**
             * Format: int32
             * @description Share of the arm, relative to the others.
             */
            weight: number;
        };
        /** @description The usage funnel of one arm. */
        ArmUsage: {
            arm: components["schemas"]["ArmName"];
            /** @description Steps in order. */
            steps: components["schemas"]["UsageStep"][];
        };
        /** @description Participants of an arm in a later part. */
        ArmWaveCounts: components["schemas"]["WaveCounts"] & {
            arm: components["schemas"]["ArmName"];
        };
        /**
         * @description An action that the audit log records.
         * @enum {string}
         */
        AuditAction: "activate study version" | "add passkey" | "add researcher" | "add token" | "accept invitation" | "add study" | "add webhook" | "anonymise" | "archive study" | "ask for export" | "connect single sign-on" | "create the admin" | "delete study" | "disconnect single sign-on" | "download audit log" | "exclude participant" | "export data" | "end session" | "export events" | "fail to sign in" | "give role" | "change address of study" | "invite person" | "open preview" | "read the report" | "reconcile" | "list who is due" | "recover account" | "remove passkey" | "remove person" | "list bonuses" | "show bonuses" | "replace study folder" | "reopen study" | "redeliver event" | "remove researcher" | "remove webhook" | "retention" | "revoke token" | "set password" | "set recovery codes" | "set quotas" | "set study status" | "set the admin's password" | "show results early" | "sign in" | "sign out" | "take role" | "test webhook" | "unblind" | "update profile" | "update participant group" | "undo exclusion" | "view participant" | "withdraw participant";
        /** @description The result of verifying the hash chain. */
        AuditChain: {
            /**
             * Format: int64
             * @description Number of the first entry that does not match its predecessor; null if the chain is intact.
             */
            brokenAt: number | null;
            /**
             * Format: int64
             * @description Number of entries.
             */
            entries: number;
            /**
             * @description Hash (SHA-256) of the last entry; null if the log is empty. It covers all earlier entries: anyone who has it can
             *     detect later that one of them was changed or removed. Each data package contains it in its manifest.
             */
            head: string | null;
            /** @description The chain is intact: no entry was changed, removed or inserted. */
            whole: boolean;
        };
        AuditEntry: {
            action: components["schemas"]["AuditAction"] | string;
            /**
             * @description Whom the log records: the ID of a person or a program of the installation; in the database of a study, a
             *     username; `operator`, the person at the command line.
             */
            actor: string;
            at: string;
            details: unknown;
            /** @description What to call them now. */
            name: string;
            /**
             * Format: int64
             * @description Sequence number from 1, without gaps.
             */
            number: number;
        };
        /** @description A page of the audit log. */
        AuditLog: {
            /** @description Result of verifying the whole log now. */
            chain: components["schemas"]["AuditChain"];
            /** @description Newest first. */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * Format: int64
             * @description Which entry the first one of the page is, counted from the newest: 1 on the first page.
             */
            from: number;
            /**
             * Format: int64
             * @description Value of `before` for the next page; null on the last page.
             */
            next: number | null;
            /** @description What to call the actor whose entries these are; null for all entries. */
            of: string | null;
            /**
             * Format: int64
             * @description Number of entries on all pages.
             */
            total: number;
        };
        /** @description What the person has seen and agreed to. */
        BonusAgreement: {
            /**
             * Format: int64
             * @description Their `cents`.
             */
            cents: number;
            /** @description The number of people in `next` of `GET /api/admin/bonus`. */
            people: number;
        };
        /** @description Somebody who gets a bonus. */
        BonusOfParticipant: {
            amount: string;
            /** @description Participant code. */
            participant: string;
        };
        /** @description What participants get in addition. */
        BonusOverview: {
            next: components["schemas"]["NextBonusList"] | null;
            rule: components["schemas"]["BonusRule"] | null;
            /** @description Earlier lists, the newest first. */
            runs: components["schemas"]["BonusRun"][];
        };
        /** @description `bonus` of the study. */
        BonusRule: {
            /** @description The ID of the part whose completion is needed; null for the first one. */
            after: string | null;
            amounts: components["schemas"]["BonusRuleAmount"][];
            /** @description The most that a participant gets; null for no limit. */
            atMost: string | null;
            currency: string;
            /** @description Whether amounts depend on a block that differs between arms. */
            revealsArms: boolean;
        };
        /** @description An amount for each point of a score, or for each correct answer. */
        BonusRuleAmount: {
            amount: string;
            /** @description The most that a participant gets of it; null for no limit. */
            atMost: string | null;
            /** @description The block with the answers. */
            block: string;
            /** @description The scale; null for each correct answer. */
            score: string | null;
        };
        /** @description An earlier list. */
        BonusRun: {
            at: string;
            currency: string;
            /** Format: int64 */
            number: number;
            /** Format: int64 */
            people: number;
            /** @description The sum of all amounts; null for those who are blinded if amounts reveal the arms. */
            total: string | null;
        };
        /** @description The differences between the active version and the folder. They name arms as the files do. */
        Changes: {
            /**
             * Format: int64
             * @description Number of participants with a slot.
             */
            allocated: number;
            /**
             * @description What differs besides words, as file and place in it. If it is empty, participants under way can read the new
             *     words, too.
             */
            beyondWords: string[];
            /** @description What participants go through: arms, their steps, later parts, allocation. */
            design: string[];
            files: components["schemas"]["FileChange"][];
            /** @description Whether the activation needs a reason, because the design of a trial that has begun changes. */
            needsReason: boolean;
            /** @description What else the preregistered plan has: measures, scoring, analysis. */
            plan: string[];
        };
        /** @description A chart. The SVG has no accessible name: show a title and a table of the numbers with it. */
        ChartDrawing: {
            /** @description The chart as SVG; null if there is nothing to draw. */
            svg: string | null;
        };
        /** @description A clip with its persona, or the opening. The opening has no persona or medium, and `context` is its heading. */
        Clip: {
            context: string | null;
            id: string;
            media: components["schemas"]["PublicMedia"] | null;
            /** @description Number of the clip, from 1; 0 for the opening. */
            number: number;
            persona: components["schemas"]["PublicPersona"] | null;
            /** @description The rating items. Their IDs do not have the clip's prefix. */
            ratings: components["schemas"]["PublicItem"][];
        };
        /**
         * @description All error codes. docs/API-DESIGN.md describes them.
         * @enum {string}
         */
        Code: "malformed" | "not_authenticated" | "other_account" | "login_failed" | "passkey_failed" | "provider_rejected" | "handover_failed" | "refresh_failed" | "participants_only" | "admin_only" | "role_forbids" | "sign_in_again" | "no_role" | "unblinding_forbids" | "other_group" | "other_site" | "other_origin" | "post_only" | "imports_off" | "invalid_permit" | "consent_required" | "study_closed" | "withdrawn" | "not_found" | "method_not_allowed" | "request_timeout" | "wrong_page" | "conflict" | "consent_recorded" | "participant_left" | "already_excluded" | "not_excluded" | "already_unblinded" | "study_anonymised" | "recruitment_closed" | "publication_not_asked" | "export_would_unblind" | "blinded_alone" | "list_would_unblind" | "recruiter_not_configured" | "bonuses_would_unblind" | "bonuses_changed" | "study_folder_changed" | "study_folder_read_only" | "study_folder_shared" | "study_taken" | "study_not_archived" | "study_archived" | "study_in_use" | "study_folder_invalid" | "root_study" | "account_exists" | "connected_to_other" | "only_way_in" | "last_owner" | "passkey_known" | "username_taken" | "already_taking_part" | "link_used" | "link_unconfirmed" | "password_set" | "too_large" | "too_many_items" | "unsupported_media_type" | "unsupported_encoding" | "invalid_answers" | "invalid_fields" | "too_many_requests" | "internal" | "unavailable" | "provider_unavailable" | "recruiter_unavailable" | "medium_unavailable" | "analytics_unavailable";
        /** @description A part of the study. */
        ComparedPart: {
            /** @description The findings that occurred. */
            findings: components["schemas"]["FindingCount"][];
            /** @description Number of submissions at Prolific. */
            submissions: number;
            /** @description Its name for participants; null for the first part. */
            title: string | null;
            /**
             * @description Number of submissions with a status that the server does not know, by status. They count neither as completed
             *     nor as ended.
             */
            unknown: {
                [key: string]: number;
            };
            /** @description Its ID in the data; `main` for the first part. */
            wave: string;
        };
        /** @description A case to check. */
        ComparisonCase: {
            finding: components["schemas"]["ComparisonFinding"];
            /** @description Participant code. */
            participant: string;
            /** @description The status at Prolific; empty without a submission. */
            status: string;
            /** @description The ID of the part in the data. */
            wave: string;
        };
        /**
         * @description A difference between the list and the study.
         * @enum {string}
         */
        ComparisonFinding: "finished_there_only" | "unknown_here" | "finished_here_only" | "ended_there_only" | "wrong_code" | "withdrawn_here" | "erased_here" | "twice_there" | "twice_here" | "unknown_there";
        /**
         * @description What a comparison of two arms is to show.
         * @enum {string}
         */
        ComparisonKind: "superiority" | "non_inferiority" | "equivalence";
        /**
         * @description How far the comparison is.
         * @enum {string}
         */
        ComparisonState: "not_in_study" | "no_token" | "ended" | "never" | "running" | "compared" | "failed";
        /** @description How the participation ended, and the code that a recruitment service asks for. */
        Completion: {
            /**
             * @description The code of the outcome, after a later part the one of that part; null until then, and if there is none. If a
             *     later part was ended or missed and has no code for that, the code of the last part that was completed.
             */
            code: string | null;
            /** @description Whether the participant has completed the present part of the study and all data are stored. */
            complete: boolean;
            ended?: components["schemas"]["EndedPart"] | null;
            /** @description The study's own text for participants who were turned away: HTML, sanitised. Absent if it has none. */
            html?: string | null;
            /** @description The codes of other parts that the participant completed, in order. Absent if there are none. */
            others?: components["schemas"]["PartCode"][];
            /** @description URL that leads back to the recruitment service; null like the code. */
            returnUrl: string | null;
            turnedAway?: components["schemas"]["Outcome"] | null;
        };
        /** @description A consent to one version of the consent text. */
        Consent: {
            /** @description Language in which the text was shown. */
            locale: string;
            /** @description Each consent statement by its ID: accepted or not. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the consent text that was shown. */
            version: string;
        };
        /** @description Flow diagram counts of an arm. */
        ConsortArm: {
            /**
             * Format: int32
             * @description Allocated: registered with a slot in the arm.
             */
            allocated: number;
            /**
             * Format: int32
             * @description Reached the end, are not excluded, and their data are not erased.
             */
            analysable: number;
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description Reached the end, including those who withdrew afterwards.
             */
            completed: number;
            /** @description Participants who entered each step, in order. Empty for those who are blinded. */
            entered: components["schemas"]["ParticipantsAtStep"][];
            /** @description Excluded, by reason. */
            excluded: components["schemas"]["ExclusionCount"][];
            /**
             * Format: int32
             * @description Exposed: saw the first page that differs between the arms.
             */
            exposed: number;
            /**
             * Format: int32
             * @description Failed checks: lost after allocation.
             */
            failed: number;
            /** @description The later parts that the arm has. While the study is blinded, only parts that all arms have. */
            parts: components["schemas"]["ConsortPart"][];
            /** @description Current or last step of participants who have not reached the end. Empty for those who are blinded. */
            stopped: components["schemas"]["ParticipantsAtStep"][];
            /**
             * Format: int32
             * @description The time limit passed: lost after allocation.
             */
            timedOut: number;
            /**
             * Format: int32
             * @description In progress: neither completed, nor withdrawn, nor ended by the time limit or by failed checks.
             */
            underWay: number;
            /**
             * Format: int32
             * @description Withdrew; their data are erased.
             */
            withdrawnErased: number;
            /**
             * Format: int32
             * @description Of these, withdrew before the end.
             */
            withdrawnErasedBeforeEnd: number;
            /**
             * Format: int32
             * @description Withdrew; their data are kept.
             */
            withdrawnKept: number;
            /**
             * Format: int32
             * @description Of these, withdrew before the end.
             */
            withdrawnKeptBeforeEnd: number;
        };
        /** @description Counts of the flow diagram (CONSORT 2025, items 22a and 22b), the same as in a data package. */
        ConsortFigures: {
            /** @description By arm. */
            arms: components["schemas"]["ConsortArm"][];
            /** @description Whether the person who asks is blinded. */
            blinded: boolean;
            /** Format: int64 */
            consented: number;
            /**
             * Format: int32
             * @description Of these, participants who failed checks.
             */
            failed: number;
            /**
             * Format: int32
             * @description Of these, participants whose quota on answers was full.
             */
            quotaFull: number;
            /**
             * Format: int64
             * @description Registered participants, including erased ones.
             */
            registered: number;
            /**
             * Format: int32
             * @description Of these, participants whom an answer excludes.
             */
            screenedOut: number;
            /**
             * Format: int64
             * @description Number of simulated participants among the registered.
             */
            simulated: number;
            /**
             * Format: int32
             * @description Of these, participants whose time limit passed.
             */
            timedOut: number;
            /**
             * Format: int32
             * @description Registered participants without a slot: not exposed, and their slot was released.
             */
            unallocated: number;
        };
        /**
         * @description Flow diagram counts of a later part in an arm, as of now. Erased participants are not counted. Each participant who
         *     is due is in exactly one of `completed`, `underWay`, `missed`, `declined`, `timedOut`, `failed` and `withdrawn`.
         */
        ConsortPart: {
            /**
             * Format: int32
             * @description Completed it, and are not excluded.
             */
            analysable: number;
            /**
             * Format: int32
             * @description Reached its end, including those who withdrew afterwards.
             */
            completed: number;
            /**
             * Format: int32
             * @description Said before they began it that they will not take part in it.
             */
            declined: number;
            /**
             * Format: int32
             * @description Due: the part is planned for them, because they completed the part before.
             */
            due: number;
            /**
             * Format: int32
             * @description Excluded from the analysis, by the plan or by a researcher.
             */
            excluded: number;
            /**
             * Format: int32
             * @description Failed checks in it, which ended it.
             */
            failed: number;
            /**
             * Format: int32
             * @description It is over for them, and they did not complete it.
             */
            missed: number;
            /**
             * Format: int32
             * @description It has opened for them; of those who withdrew, only if they started it.
             */
            opened: number;
            /**
             * Format: int32
             * @description Entered its first step.
             */
            started: number;
            /**
             * Format: int32
             * @description Its time limit passed before they completed it.
             */
            timedOut: number;
            /** @description Name for participants, in the study's language. */
            title: string;
            /**
             * Format: int32
             * @description Can still complete it.
             */
            underWay: number;
            /** @description ID of the part in the data. */
            wave: string;
            /**
             * Format: int32
             * @description Withdrew before they completed it; their data are kept.
             */
            withdrawn: number;
        };
        /** @description The opening, the clips, and the number submitted. */
        ControlFlow: {
            /** @description In order. */
            clips: components["schemas"]["Clip"][];
            /** @description Number of opening and clips submitted so far. */
            done: number;
        };
        /** @description The page where the user should be. */
        CorrectPage: {
            /** @description Path of the page. It is the requested page if that is allowed. */
            correctPage: string;
        };
        /** @description The number of a page in a section with `one_per_page`. */
        Counter: {
            /** @description From 1. */
            number: number;
            /** @description Number of pages of the section. */
            total: number;
        };
        /** @description A new token, which is shown only now. */
        CreatedToken: {
            id: string;
            /** @description Sent as bearer token. */
            token: string;
            /** @description When it expires. */
            until: string;
        };
        /** @description Username and password. */
        Credentials: {
            password: string;
            username: string;
        };
        /** @description Counts of one day. */
        Day: {
            /** @description By arm. Participants without a slot are in no arm. */
            arms: components["schemas"]["ArmDay"][];
            /** @description The day (UTC), such as `2026-11-20`. */
            day: string;
        };
        /** @description The debrief: its text, and each item with the correct answer. */
        Debrief: {
            /**
             * Format: double
             * @description The estimated number of correct judgements in the post-questionnaire. Null if the study does not ask for it, and
             *     after withdrawal.
             */
            estimate: number | null;
            /** @description HTML, sanitised. */
            html: string;
            /** @description Items that the participant saw, in order. */
            items: components["schemas"]["PublicDebrief"][];
            /** @description Training items as an exercise, for participants of an arm without training. */
            training: components["schemas"]["PublicExercise"][];
            /** @description The later parts of the study that are planned for the participant. Absent if there are none. */
            waves?: components["schemas"]["LaterPart"][];
        };
        /**
         * @description The part of the study in which a participant saw an item.
         * @enum {string}
         */
        DebriefPart: "before" | "exercise" | "after" | "later";
        /** @description The code for visitors who decline. */
        DeclinedCode: {
            code: string;
            /** @description URL that leads back to the recruitment service; null if there is none. */
            returnUrl: string | null;
        };
        /** @description The last events of all webhooks. */
        Deliveries: {
            /** @description The newest first, at most 200. */
            deliveries: components["schemas"]["DeliveryRow"][];
        };
        /**
         * @description Why the last attempt of a delivery failed.
         * @enum {string}
         */
        DeliveryFailure: "rejected" | "gone" | "late" | "unreachable" | "unreadable" | "disabled";
        /**
         * @description An event in the delivery log. For those who are blinded, times have only their day: the moment would reveal how long
         *     a participant was in the arm-specific part.
         */
        DeliveryRow: {
            /** @description When that happened which it reports. */
            at: components["schemas"]["ShownTime"];
            /**
             * Format: int64
             * @description Attempts with a result.
             */
            attempts: number;
            deliveredAt: components["schemas"]["ShownTime"] | null;
            event: components["schemas"]["EventKind"];
            /** @description ID, the same for each attempt. */
            id: string;
            lastError: components["schemas"]["DeliveryFailure"] | null;
            /**
             * Format: int64
             * @description HTTP status of the last reply.
             */
            lastStatus: number | null;
            nextAt: components["schemas"]["ShownTime"] | null;
            /** @description Participant code; null for tests, and after erasure. */
            participant: string | null;
            state: components["schemas"]["DeliveryState"];
            /** @description Its URL. */
            url: string;
            /** @description The part that it is about; null for all parts, and for tests. */
            wave: string | null;
            /** @description ID of the webhook. */
            webhook: string;
        };
        /**
         * @description How far a delivery is.
         * @enum {string}
         */
        DeliveryState: "waiting" | "retrying" | "delivered" | "failed";
        /** @description A part of the study. */
        DesignPart: {
            /** @description The ID of the part from whose completion days are counted; null for the first part. */
            after: string | null;
            /** @description By arm; empty for those who are blinded. */
            arms: components["schemas"]["ArmSteps"][];
            closes: components["schemas"]["PointInTime"] | null;
            /** @description The ID of the wave; `main` is the first part. */
            id: string;
            /**
             * Format: int32
             * @description Duration in minutes.
             */
            minutes: number;
            opens: components["schemas"]["PointInTime"] | null;
            /**
             * @description Paths of the steps of all arms, in one order; `/group-part` for the arm-specific part while the study is
             *     blinded.
             */
            steps: string[];
            /** @description Name for participants; null for the first part. */
            title: string | null;
        };
        /** @description Who is due for a later part, so that a recruitment service can invite them, in numbers. */
        DueOverview: {
            /** @description The parameter of the recruitment link with the IDs; null if the study has none, or if the IDs are deleted. */
            parameter: string | null;
            /**
             * @description The later parts; empty if `parameter` is null. For those who are blinded, without parts that only some arms
             *     have: their numbers would reveal the arms.
             */
            waves: components["schemas"]["DueWave"][];
        };
        /** @description Number of participants who have not completed a later part. */
        DueWave: {
            /** @description The same with an ID that a spreadsheet program could run as a formula; they are not in the list either. */
            formulas: number;
            /** @description Its ID in the data. */
            id: string;
            /** @description It is open for them, and they have not begun it. */
            open: number;
            /** @description They have begun it. */
            started: number;
            /** @description Its name for participants, in the study's language. */
            title: string;
            /** @description It opens within the wanted days. */
            waiting: number;
            /** @description The same without a recruitment ID; they are not in the list. */
            withoutId: number;
        };
        /** @description Until when results before the target are shown. */
        EarlyResults: {
            /** @description A day after the request. */
            until: string;
        };
        /** @description A request to show results before the target. */
        EarlyResultsRequest: {
            /** @description Reason, for the audit log. */
            reason: string;
        };
        /** @description A later part of the study that the program ended before its last page. The earlier parts stay completed. */
        EndedPart: {
            /** @description The study's own text: HTML, sanitised. Null if it has none. */
            html: string | null;
            /** @description Why: `timed_out` or `failed`. */
            outcome: components["schemas"]["Outcome"];
            /** @description Name of the part in the participant's language. */
            title: string;
        };
        /** @description Participant counts of the study or of an arm. */
        Enrolment: {
            /**
             * Format: int32
             * @description Registered participants; of an arm, those with a slot in it. Includes erased participants.
             */
            allocated: number;
            /**
             * Format: int32
             * @description Of these, participants whose data are erased.
             */
            erased: number;
            /**
             * Format: int32
             * @description Excluded from the analysis, by the plan or by the researcher.
             */
            excluded: number;
            /**
             * Format: int32
             * @description Exposed: saw the first page that differs between the arms.
             */
            exposed: number;
            /**
             * Format: int32
             * @description Reached the end, including those who withdrew afterwards.
             */
            finished: number;
            /**
             * Format: int32
             * @description Ended before the last page, and not withdrawn: turned away by their answers, timed out, or failed checks.
             */
            turnedAway: number;
            /**
             * Format: int32
             * @description In progress: neither completed nor withdrawn.
             */
            underWay: number;
            /**
             * Format: int32
             * @description Withdrew; their data are kept or erased.
             */
            withdrawn: number;
        };
        /**
         * @description What an event is about.
         * @enum {string}
         */
        EventKind: "completed" | "screened_out" | "quota_full" | "timed_out" | "failed" | "declined" | "withdrawn" | "wave_due" | "test";
        /**
         * @description Kinds of evidence.
         * @enum {string}
         */
        EvidenceKind: "source" | "earlier" | "credentials" | "longer";
        /** @description Number of participants excluded for one reason. */
        ExclusionCount: {
            /** @description Whether the plan excludes them. If false, the researcher does. */
            asPlanned: boolean;
            /** Format: int64 */
            people: number;
            /** @description Reason, from the plan or the researcher. */
            reason: string;
        };
        /** @description A request to exclude a participant from the analysis. */
        ExclusionRequest: {
            /** @description Reason. It is exported with the participant's data and appears in the flow diagram. */
            reason: string;
        };
        /** @description A request for a data package. */
        ExportRequest: {
            /**
             * @description Blinded labels in the place of arms, other participant IDs, and nothing that differs between the arms by design.
             *     Requesting it unblinds nobody. It can't be combined with `public` and `identities`.
             * @default false
             */
            blinded?: boolean;
            /**
             * @description Also export accounts and recruitment IDs by participant code, as a separate file. Do not share it together with
             *     the data.
             * @default false
             */
            identities?: boolean;
            /**
             * @description Only participants who agreed to publication, without times of day, free text, dates and usage events.
             * @default false
             */
            public?: boolean;
            /**
             * @description Reason for the unblinding. Required if `byExport` of `GET /api/admin/unblinding` is true and `blinded` is not;
             *     otherwise ignored. Such a package names the arms, so requesting one unblinds the person who does. Others stay
             *     blinded.
             * @default
             */
            reason?: string;
            /**
             * @description Include simulated participants.
             * @default false
             */
            simulated?: boolean;
            /**
             * @description Also export the tables as XLSX. In it, text from participants is never executed as a formula.
             * @default false
             */
            spreadsheet?: boolean;
        };
        /** @description Addresses to download a data package. */
        ExportTickets: {
            /** @description Address of the file of accounts and recruitment IDs; null if not requested. */
            identities: string | null;
            /** @description Address of the data package, a ZIP file. */
            package: string;
            /** @description Whether this request unblinded the person who made it. */
            unblinded: boolean;
            /** @description When the addresses expire. They also expire with the session. */
            until: string;
        };
        /** @description The receipt of a stored exposure. */
        ExposureReceipt: {
            /** @description The key that was sent. */
            key: string;
            /** @description Its number. */
            receipt: string;
            /** @description Whether it was stored before: by an earlier call with this key, or by another tab. */
            repeated: boolean;
            storedAt: string;
        };
        /** @description The receipts, in the order of the exposures. */
        ExposureReceipts: {
            receipts: components["schemas"]["ExposureReceipt"][];
        };
        /** @description What was visible for the first time. */
        Exposures: {
            /** @description At most 50. */
            exposures: components["schemas"]["Shown"][];
        };
        /**
         * @description What a message failed for, so that a page can say what to do.
         * @enum {string}
         */
        FailureKind: "sign_in_rejected" | "rejected" | "unsendable" | "late" | "unencrypted" | "unreachable" | "unwritten";
        /** @description Code of a validation error of an item or a form. */
        FieldCode: components["schemas"]["ValidationCode"] | components["schemas"]["FormCode"];
        /** @description A validation error of one field. */
        FieldProblem: {
            /** @description Code of the rule that is broken. */
            code: components["schemas"]["FieldCode"];
            /** @description The variable of the answer, the item if its answers are inconsistent, or the field of a form. */
            item: string;
            /** @description How to correct the value. For answers in the participant's language, otherwise in English. */
            message: string;
            /** @description Values of the placeholders in the message, such as limits. */
            params?: {
                [key: string]: string;
            };
        };
        /** @description A file that differs. */
        FileChange: {
            change: components["schemas"]["FileChangeKind"];
            file: string;
            /**
             * Format: int64
             * @description Number of lines that differ; null if the file is new or gone.
             */
            lines: number | null;
        };
        /**
         * @description What became of a file.
         * @enum {string}
         */
        FileChangeKind: "new" | "gone" | "changed";
        /** @description Something that is wrong in a file, in English. */
        Finding: {
            /** @description From 1, in characters. */
            column: number | null;
            /** @description Path below the folder. */
            file: string;
            /** @description How to correct it. */
            help: string | null;
            /** @description From 1; null if the whole file is meant. */
            line: number | null;
            message: string;
            /** @description `error`, `warning` or `note`. */
            severity: string;
        };
        /** @description A kind of difference. */
        FindingCount: {
            count: number;
            finding: components["schemas"]["ComparisonFinding"];
        };
        /** @description The page flow of the user. */
        FlowConfig: {
            /**
             * Format: int32
             * @description Milliseconds from a route change to the check of the page.
             */
            checkDelay: number;
            /** @description All groups; only for the admin. */
            groups?: Record<string, unknown> | null;
            groupType?: components["schemas"]["ArmId"] | null;
            /** @description The participant's pages in order. */
            pageFlow: string[];
        };
        /** @description The flow diagram with its counts. */
        FlowDrawing: {
            rows: components["schemas"]["FlowFigure"][];
            /** @description The diagram as SVG; null while the first report is being computed. */
            svg: string | null;
        };
        /** @description A count of the flow diagram. */
        FlowFigure: {
            /** @description Label of the arm; null for all arms together. */
            arm: string | null;
            /** Format: int32 */
            people: number;
            /** @description Whether this row is a reason for the count above it. */
            reason: boolean;
            /** @description Stage of the flow diagram. */
            stage: string;
            /** @description What the row counts. */
            what: string;
        };
        /**
         * @description How the study folder relates to the active version.
         * @enum {string}
         */
        FolderState: "active" | "changed" | "rejected";
        /** @description What became of a changed study folder. */
        FolderUpload: {
            /** @description Why it is not, in English; null if it is. */
            error: string | null;
            /** @description What is wrong in its files; empty if nothing is. */
            findings: components["schemas"]["Finding"][];
            /** @description Number of media that the ZIP file lacks, and that stay in the folder. */
            keptMedia: number;
            /** @description Whether it is the study folder now. Its activation is another call. */
            placed: boolean;
        };
        /**
         * @description The test form: the parallel forms x and y, or the number of a list of a study with conditions within persons.
         * @enum {string}
         */
        Form: "x" | "y" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "10" | "11" | "12" | "13" | "14" | "15" | "16" | "17" | "18" | "19" | "20" | "21" | "22" | "23" | "24";
        /**
         * @description All error codes of form fields.
         * @enum {string}
         */
        FormCode: "length" | "too_long" | "invisible_characters" | "password_names_study" | "password_guessable" | "consent_outdated" | "consent_statement_required" | "consent_statement_unknown" | "locale_unknown" | "link_incomplete" | "link_not_signed" | "link_unknown" | "link_over" | "unit_unknown" | "link_parameter_too_long" | "withdrawal_mode_unavailable" | "address_invalid" | "webhook_unknown_host" | "webhook_inside" | "webhook_url" | "webhook_events" | "reason_missing" | "group_unknown" | "page_unknown" | "unknown_arm" | "exposure_unknown" | "exposure_key" | "days_range" | "field_required" | "study_id_invalid" | "host_name_invalid" | "host_name_own" | "template_unknown" | "set_by_original" | "password_wrong" | "username_reserved" | "quota_above_target";
        /** @description What comes back from the provider. */
        FromTheProvider: {
            /** @description That of the way to the provider. */
            attempt: string;
            /** @description The same. */
            code: string;
            /** @description Parameter of the address at which the browser came back. */
            state: string;
        };
        /** @description An earlier answer. */
        GivenAnswer: {
            /** @description Value of the chosen option; of the chosen sign in a second look. */
            answer: string;
            /** Format: int64 */
            confidence: number | null;
        };
        /** @description A recorded consent. */
        GivenConsent: {
            at: string;
            /** @description The consent statements that were accepted. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the consent text. */
            version: string;
        };
        /** @description The pages of a group. */
        GroupFlow: {
            groupType: components["schemas"]["ArmId"];
            /** @description Pages in order. */
            pageFlow: string[];
        };
        /** @description The pages that participants of a group can see. */
        GroupViews: {
            group: components["schemas"]["ArmId"];
            /** @description The lists of a study with conditions within persons. Absent: forms X and Y. */
            lists?: components["schemas"]["Form"][];
            /** @description In order. */
            steps: components["schemas"]["StepViews"][];
        };
        /** @description The way back to the study. */
        HandoverCode: {
            /** @description Where to send the browser. The code is in the fragment. */
            location: string;
        };
        /** @description What comes back from the installation's address. */
        HandoverExchange: {
            /** @description That of the request. */
            attempt: string;
            /** @description From the address at which the browser came back. */
            code: string;
        };
        /** @description The way to the installation's address. */
        HandoverRequest: {
            /** @description Secret for the call that exchanges the code. */
            attempt: string;
            /** @description Where to send the browser. */
            location: string;
        };
        /** @description A study that a person goes to. */
        HandoverTarget: {
            /** @description From the address at which the browser came: hash of the attempt. */
            request: string;
            /** @description ID of the study. */
            study: string;
        };
        /** @description An invited person, and the token of their link, which is shown only now. The link is `/console/invitation?token=…`. */
        Invitation: {
            id: string;
            /** @description The token; null if the person has an account already. */
            token: string | null;
            /** @description Until when the link is valid. */
            until: string | null;
        };
        /** @description Why messages could not be sent. */
        InvitationError: {
            kind: components["schemas"]["FailureKind"];
            /** @description Number of messages whose last attempt failed for this reason. */
            messages: number;
            /** @description In English; without the address. */
            reason: string;
        };
        /** @description The messages of one kind about a part. */
        InvitationMessage: {
            /** @description Why the last attempts failed. */
            errors: components["schemas"]["InvitationError"][];
            /** @description `invitation`, `reminder_1`, … */
            message: string;
            nextDue: components["schemas"]["ShownTime"] | null;
            /** @description Number of participants by state; states of nobody are absent. */
            people: components["schemas"]["PeopleInState"][];
        };
        /** @description The participant's address for e-mails about later parts. */
        Invitations: {
            /** @description The address; null if there is none. */
            address: string | null;
            /** @description Whether the participant unsubscribed. Giving an address ends that. */
            unsubscribed: boolean;
        };
        /** @description The e-mails about later parts of the study. It has no addresses, no names and no arms. */
        InvitationsOverview: {
            /** @description Whether this server has a mail server to which it hands them. */
            sending: boolean;
            /**
             * @description The later parts about which e-mails are sent. For those who are blinded, without parts that only some arms have:
             *     their numbers would reveal the arms.
             */
            waves: components["schemas"]["InvitedWave"][];
        };
        /** @description The token of a link in an e-mail. */
        InvitationToken: {
            token: string;
        };
        /** @description Whom an e-mail invited. */
        Invited: {
            /** @description Whether the account has no password: then the link signs in. Absent if it has one. */
            passwordless?: boolean | null;
            username: string;
        };
        /** @description Who is invited. */
        InvitedPerson: {
            /** @description Until when the link is valid. */
            until: string;
            username: string;
        };
        /** @description A later part of the study with its e-mails. */
        InvitedWave: {
            /** @description Its ID in the data. */
            id: string;
            /** @description The invitation, then the reminders. */
            messages: components["schemas"]["InvitationMessage"][];
            /** @description Its name for participants, in the study's language. */
            title: string;
        };
        JudgementBody: {
            /** @description Value of an option. */
            answer: string;
            /**
             * Format: int32
             * @description Confidence: 50, 60, 70, 80, 90 or 100. Required if the item asks for it.
             */
            confidence?: number | null;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description The participant group of a later part. */
        KeptGroup: {
            /** @description People added by the last comparison. */
            added: number;
            /** @description Members afterwards. */
            members: number;
            /** @description People removed by the last comparison. */
            removed: number;
            /** @description Its name for participants. */
            title: string | null;
            /** @description The ID of the part in the data. */
            wave: string;
        };
        /** @description Number of participants of each kind in the database. */
        Kinds: {
            /** Format: int64 */
            people: number;
            /**
             * Format: int64
             * @description Previews. They are in no other count.
             */
            previews: number;
            /** Format: int64 */
            simulated: number;
        };
        /** @description Number of events of one kind. */
        KindUsed: {
            /** Format: int64 */
            events: number;
            /** @description Kind of event, such as `flow_a_question`. */
            kind: string;
            /** @description Name of the event, such as "Flow A Question Answered". */
            name: string;
            /**
             * Format: int64
             * @description Number of participants with this event.
             */
            people: number;
        };
        /** @description A later part of the study for the participant. */
        LaterPart: {
            /** @description When it is over. */
            closesAt: string;
            /**
             * Format: int32
             * @description Duration in minutes.
             */
            minutes: number;
            /** @description When it opens. */
            opensAt: string;
            state: components["schemas"]["WaveState"];
            /** @description Its name in the participant's language. */
            title: string;
        };
        /** @description A visit by a recruitment link. */
        LinkVisit: {
            consent?: components["schemas"]["Consent"] | null;
            /** @description Language in which the participant takes part. */
            locale?: string | null;
            /** @description Parameters of the recruitment link. Parameters that the study does not name are not stored. */
            recruitment: {
                [key: string]: string;
            };
        };
        LocaleName: {
            /** @description Name of the language in that language. */
            name: string;
            /** @description BCP 47 tag. */
            tag: string;
        };
        /**
         * @description How much of the installation's audit log a person may read.
         * @enum {string}
         */
        LogPart: "all" | "part" | "none";
        /** @description The person who has signed in. */
        Me: {
            /** @description Whether it is the administrator, whose password is set on the command line. */
            admin: boolean;
            firstName: string;
            /** @description ID, which the audit logs record. */
            id: string;
            /** @description Whether they own a study, and so may invite people to it. */
            invites: boolean;
            lastName: string;
            /** @description Whether they own the installation: they may add and delete studies. */
            owner: boolean;
            /** @description Whether they have chosen a password. */
            password: boolean;
            readsLog: components["schemas"]["LogPart"];
            /**
             * Format: int64
             * @description Recovery codes that are left.
             */
            recoveryCodes: number;
            /** @description Whether the account is connected with one at the provider of single sign-on. */
            sso: boolean;
            username: string;
        };
        /** @description A medium that was shown, and how it was played. */
        MediaExposure: {
            /** @description Playback error; null if none. */
            error: string | null;
            /** @description Path of the file in the bundle. */
            file: string;
            /**
             * Format: double
             * @description Seconds until the first frame.
             */
            firstFrameSeconds: number | null;
            /**
             * Format: int32
             * @description Number of stalls: playback stopped to load data.
             */
            stalls: number;
            /**
             * Format: double
             * @description Seconds of the medium that were played; repeated parts count once.
             */
            watchedSeconds: number;
        };
        /**
         * @description Kind of medium.
         * @enum {string}
         */
        MediaKind: "image" | "audio" | "video";
        /** @description How a medium was played. */
        MediaTiming: {
            /**
             * Format: double
             * @description When it was ready to play.
             * @default null
             */
            canPlay?: number | null;
            /**
             * @description Whether captions were shown.
             * @default false
             */
            captions?: boolean;
            /**
             * @description Playback error: `aborted`, `network`, `decode`, `not supported` or `unknown`. Other values are stored as
             *     `other`.
             * @default null
             */
            error?: string | null;
            /**
             * Format: double
             * @description When the first frame was shown.
             * @default null
             */
            firstFrame?: number | null;
            /**
             * @description Whether the sound was muted.
             * @default false
             */
            muted?: boolean;
            /**
             * Format: int32
             * @description Number of times that playback was started.
             * @default 0
             */
            plays?: number;
            /**
             * Format: int32
             * @description Number of seeks.
             * @default 0
             */
            seeks?: number;
            /**
             * Format: double
             * @description Total duration of all stalls.
             * @default 0
             */
            stalledFor?: number;
            /**
             * Format: int32
             * @description Number of stalls: playback stopped to load data.
             * @default 0
             */
            stalls?: number;
            /** @default  */
            url?: string;
            /**
             * @description Intervals played, in seconds from the start of the medium.
             * @default []
             */
            watched?: number[][];
            /**
             * Format: int32
             * @description Number of intervals that `watched` omits.
             * @default 0
             */
            watchedOmitted?: number;
        };
        /**
         * @description The state of a message.
         * @enum {string}
         */
        MessageState: "planned" | "due" | "sent" | "failed" | "not_needed" | "missed" | "no_address" | "unsubscribed" | "not_permitted";
        /**
         * @description Whether a hypothesis tests a moderator.
         * @enum {string}
         */
        ModeratorRole: "confirmatory" | "exploratory";
        /** @description An event and its time. */
        Moment: {
            /** Format: double */
            at: number;
            /** @description Variable, or ID of the evidence. */
            item: string;
            /**
             * Format: int32
             * @description Number of events of this item, between this event and its next one, that are omitted.
             */
            omitted?: number;
        };
        /** @description Answers by variable. */
        NamedAnswers: {
            /** @description Answers by variable. */
            answers: Record<string, unknown>;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description The address for invitations. */
        NewAddress: {
            address: string;
        };
        /** @description The first password of an account. */
        NewPassword: {
            /** @description Password of 8 to 256 characters. Passwords that are easy to guess are rejected. */
            password: string;
        };
        /** @description New quotas. An omitted quota is removed. */
        NewQuotas: {
            /** @description Quota of each arm, by its ID. */
            arms?: {
                [key: string]: number;
            };
            /** @description Reason, for the audit log. */
            reason: string;
            /**
             * Format: int32
             * @description Quota of all arms together. It must not exceed the bundle's target.
             */
            total?: number | null;
        };
        /** @description A move to another page. */
        NewState: {
            currentState: string;
        };
        /** @description A new recruitment status. */
        NewStatus: {
            /** @description Reason, for the audit log. */
            reason: string;
            /** @description The new status. */
            status: components["schemas"]["StudyStatus"];
        };
        /** @description A new webhook. */
        NewWebhook: {
            /** @description The events to be sent. */
            events: components["schemas"]["EventKind"][];
            /** @description Where events are sent: `https://…`, or `http://…` on the server's machine. */
            url: string;
        };
        /** @description Who would be listed now. */
        NextBonusList: {
            /** @description Listed before, or twice in the study. */
            before: number;
            /**
             * Format: int64
             * @description The sum of their amounts, in hundredths of the currency's unit.
             */
            cents: number;
            /** @description Completed, without a bonus by their answers. */
            nothing: number;
            /** @description By participant code. */
            people: components["schemas"]["BonusOfParticipant"][];
            /** @description The same as people read it. */
            total: string;
            /** @description With an ID that no recruiter has. */
            unusable: number;
        };
        /** @description The page that follows another page. */
        NextPage: {
            /** @description Path of the page; null at the end and outside the flow. */
            nextPage: string | null;
        };
        /** @description An open session. */
        OpenSession: {
            /** @description The browser, as it describes itself. */
            agent: string | null;
            /** @description Whether it is the session of this call. */
            current: boolean;
            id: string;
            /** @description When they signed in. */
            since: string;
            /** @description ID of the study at whose host name it is; null at the installation's address. */
            study: string | null;
            /** @description When it was last used, to a quarter of an hour. */
            used: string;
        };
        /** @description Open sessions. */
        OpenSessions: {
            /** @description The last used first. */
            sessions: components["schemas"]["OpenSession"][];
        };
        /**
         * @description How the participation in a wave ended.
         * @enum {string}
         */
        Outcome: "completed" | "screened_out" | "quota_full" | "withdrawn" | "timed_out" | "failed" | "declined";
        /**
         * @description What the plan calls an outcome that is not primary.
         * @enum {string}
         */
        OutcomeRole: "secondary" | "exploratory";
        /** @description The data of the console's first page. */
        Overview: {
            /** @description All arms together, including participants without a slot. */
            all: components["schemas"]["Enrolment"];
            /** @description By arm. */
            arms: components["schemas"]["ArmOverview"][];
            /** @description Whether the person who asks is blinded. */
            blinded: boolean;
            /** @description By day (UTC), oldest first. Days without events are omitted. */
            days: components["schemas"]["Day"][];
            /** @description Number of participants with each quality flag. A participant can have several. */
            flags: components["schemas"]["ParticipantsByFlag"];
            /** @description Number of participants of each kind in the database. */
            kinds: components["schemas"]["Kinds"];
            /** @description Recruitment status. */
            status: components["schemas"]["StudyStatus"];
            /** @description The completion funnel of all arms together. */
            steps: components["schemas"]["StepCounts"][];
            /**
             * Format: int32
             * @description Maximum number of participants in all arms together; null without a limit.
             */
            target: number | null;
            /** @description The later parts of the study, in its order. Empty if there are none. */
            waves: components["schemas"]["WaveOverview"][];
            /** @description Whether the counts include simulated participants. */
            withSimulated: boolean;
        };
        /** @description Text of a page. */
        PageText: {
            /** @description HTML, sanitised. */
            html: string;
        };
        /** @description Number of views of a page. */
        PageUsed: {
            /** @description Pattern of the page's path, such as `/flow-a/question/{questionId}`. */
            page: string;
            /**
             * Format: int64
             * @description Number of participants who viewed it.
             */
            people: number;
            /** Format: int64 */
            views: number;
        };
        /** @description A page that can be previewed. Pass `page`, `block` and `part` to `POST /api/admin/previews`. */
        PageView: {
            /** @description The block, if the step has a file of its own; otherwise null. */
            block: string | null;
            /** @description What the page shows. */
            kind: components["schemas"]["ViewKind"];
            page: string;
            /** @description Part of the page, from 1; null if the page has one part. */
            part: number | null;
        };
        /** @description The code of a part of the study. */
        PartCode: {
            code: string;
            /** @description URL that leads back to the recruitment service; null if there is none. */
            returnUrl: string | null;
            /** @description Name of the part in the participant's language; null for the first one. */
            title: string | null;
        };
        /** @description The data and the timeline of a participant. */
        ParticipantDetail: components["schemas"]["ParticipantRow"] & {
            /** @description Whether the person who asks is blinded. */
            blinded: boolean;
            /** @description The researcher who excluded the participant; null if not excluded by a researcher. */
            excludedBy: string | null;
            /** @description Hash of the participant's study version. */
            studyVersion: string;
            /** @description Events in chronological order. */
            timeline: components["schemas"]["TimelineMoment"][];
            withdrawnAt: components["schemas"]["ShownTime"] | null;
        };
        /** @description A page of the list of participants. */
        ParticipantList: {
            /** @description Number of participants, matching or not. */
            all: number;
            /** @description Whether the person who asks is blinded. */
            blinded: boolean;
            /** @description Position of the first row among the matching participants, from 1. On an empty page, one more than `matching`. */
            from: number;
            /** @description Number of participants who match. */
            matching: number;
            /** @description Value of `after` for the next page; null on the last page. */
            next: string | null;
            /** @description Newest first. */
            participants: components["schemas"]["ParticipantRow"][];
        };
        ParticipantRow: {
            arm: components["schemas"]["ArmName"] | null;
            /** @description Participant code. Identifies the participant in all calls. */
            code: string;
            /** @description Reason for the exclusion from the analysis; null if not excluded. */
            excluded: string | null;
            /** @description Whether the plan excludes them. If false, the researcher does. */
            excludedAsPlanned: boolean;
            finishedAt: components["schemas"]["ShownTime"] | null;
            /** @description Quality flags. */
            flags: components["schemas"]["QualityFlagCount"][];
            locale: string;
            /**
             * @description When the participant arrived on their current page. While the study is blinded and they are in the arm-specific
             *     part: when they entered that part.
             */
            movedAt: components["schemas"]["ShownTime"];
            presence: components["schemas"]["Presence"] | null;
            registeredAt: string;
            /** @description Whether this is a simulated participant. */
            simulated: boolean;
            /** @description Participant status. */
            status: components["schemas"]["ParticipantStatus"];
            /** @description The step that the participant is on or was on last. */
            step: string;
            /**
             * @description The later parts of the study that are planned for the participant. While the study is blinded, without those
             *     that only some arms have.
             */
            waves: components["schemas"]["ParticipantWave"][];
        };
        /** @description Number of participants at a step. */
        ParticipantsAtStep: {
            /** Format: int64 */
            people: number;
            /** @description Path of the first page of the step. */
            step: string;
        };
        /** @description Number of participants with each quality flag. */
        ParticipantsByFlag: {
            /** Format: int64 */
            answeredUnchecked: number;
            /** Format: int64 */
            answeredUnseen: number;
            /**
             * Format: int64
             * @description Participants with at least one of these flags.
             */
            any: number;
            /** Format: int64 */
            failedAttention: number;
            /** Format: int64 */
            inactive: number;
            /** Format: int64 */
            mediaFailed: number;
            /** Format: int64 */
            notTimed: number;
            /** Format: int64 */
            straightLining: number;
            /** Format: int64 */
            tooFast: number;
        };
        /**
         * @description Participant status.
         * @enum {string}
         */
        ParticipantStatus: "under_way" | "finished" | "screened_out" | "quota_full" | "timed_out" | "failed" | "withdrawn";
        /** @description A later part of the study for one participant. */
        ParticipantWave: {
            closesAt: components["schemas"]["ShownTime"];
            /** @description Its ID in the data. */
            id: string;
            opensAt: components["schemas"]["ShownTime"];
            state: components["schemas"]["WaveState"];
            /** @description Its name for participants, in the study's language. */
            title: string;
        };
        /** @description A passkey. */
        PasskeyEntry: {
            id: string;
            /** @description What the person calls it. */
            name: string;
            since: string;
            /** @description When it last signed in. */
            used: string | null;
        };
        /** @description What a browser needs to create or to use a passkey. */
        PasskeyOptions: {
            /** @description Secret for the second call, which completes the first. */
            attempt: string;
            /**
             * @description `publicKey` of the browser's call, with bytes in URL-safe base64 (Web Authentication, Level 3, sections 5.4 and
             *     5.5).
             */
            options: Record<string, unknown>;
        };
        /** @description The person's passkeys. */
        Passkeys: {
            /** @description Oldest first. */
            passkeys: components["schemas"]["PasskeyEntry"][];
        };
        /** @description A passkey that signs in. */
        PasskeySignIn: {
            /** @description That of the options. */
            attempt: string;
            /** @description What the browser has signed, as its `toJSON()` writes it. */
            credential: Record<string, unknown>;
        };
        /** @description A new passkey. */
        PasskeyToAdd: {
            /** @description That of the options. */
            attempt: string;
            /** @description What the browser has created, as its `toJSON()` writes it. */
            credential: Record<string, unknown>;
            /** @description What the person calls it, for example the device. */
            name: string;
        };
        /** @description A new password. */
        PasswordChange: {
            /** @description At least 12 characters. */
            newPassword: string;
            /** @description The present password. */
            password: string;
        };
        /** @description A data package that was exported in the console or on the command line. */
        PastExport: {
            /** @description The user who requested it. */
            actor: string;
            at: string;
            /** @description Whether it has blinded arms. */
            blinded: boolean;
            /** @description SHA-256 of the file of accounts and recruitment IDs; null if none was exported. */
            identities: string | null;
            /** @description SHA-256 of the manifest, which contains the SHA-256 of each file. */
            package: string | null;
            /** @description Whether it contains only participants who agreed to publication. */
            public: boolean;
            /**
             * @description Number of rows by table. Empty for those who are blinded, because the difference between two exports may be
             *     the rows of one participant.
             */
            rows: {
                [key: string]: number;
            };
            /** @description Whether the package includes simulated participants. */
            simulated: boolean;
        };
        /** @description People, as far as the caller may see them. */
        People: {
            people: components["schemas"]["PersonEntry"][];
        };
        /** @description Number of participants whose message has a state. */
        PeopleInState: {
            people: number;
            state: components["schemas"]["MessageState"];
        };
        /** @description A persona with the participant's progress. */
        PersonaCard: components["schemas"]["PublicPersona"] & {
            answered: number;
            /** @description Number of the persona's posts in Flow B. */
            posts: number;
            /** @description Whether the persona's posts are open, in progress or done. */
            state: components["schemas"]["PersonaState"];
        };
        /** @description Timing of the last page, optional. */
        PersonaCompletion: {
            /** @default null */
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description The posts of a persona with the participant's answers. */
        PersonaPosts: {
            /** @description HTML, sanitised. */
            intro: string;
            /** @description In order. */
            posts: components["schemas"]["Post"][];
        };
        /**
         * @description The participant's progress with a persona.
         * @enum {string}
         */
        PersonaState: "open" | "under_way" | "done";
        /** @description A person, with their roles in the caller's studies. */
        PersonEntry: {
            firstName: string;
            /** @description ID, which the audit logs record. */
            id: string;
            /** @description Whether they have not chosen a password yet. */
            invited: boolean;
            lastName: string;
            roles: components["schemas"]["RoleEntry"][];
            username: string;
        };
        /** @description A person to invite. */
        PersonToInvite: {
            /** @description Whether they may unblind themselves. */
            mayUnblind?: boolean;
            role: components["schemas"]["StudyRole"];
            /** @description ID of the study, or `*` for all studies. */
            study: string;
            /** @description Their username, for example their e-mail address. */
            username: string;
        };
        /** @description A time that is a date, or days after the completion of an earlier part. */
        PointInTime: {
            /** @description A day, `YYYY-MM-DD`. */
            date: string | null;
            /**
             * Format: int32
             * @description Days after the completion of an earlier part.
             */
            days: number | null;
        };
        /** @description The participant's position in the page flow. */
        Position: {
            /** @description Path of the current page. */
            currentState: string;
            /** @description Path of the page to which "Continue" leads; null if the page needs a submission first. */
            nextState: string | null;
            progress: components["schemas"]["ProgressSummary"] | null;
        };
        /** @description A post with the participant's answers. */
        Post: components["schemas"]["PublicFlowBPost"] & components["schemas"]["Answered"];
        /** @description The practice item with the participant's answer. */
        Practice: {
            /** @description The participant's answer; null before it. */
            answer: string | null;
            practice: components["schemas"]["PublicPractice"];
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /**
         * @description Time since a participant's last move.
         * @enum {string}
         */
        Presence: "active" | "idle" | "inactive" | "dropped_out";
        /**
         * @description Tokens and page of a preview. Store the tokens in the session storage of a new tab, not in the local storage, which
         *     holds the researcher's own tokens.
         */
        Preview: components["schemas"]["Tokens"] & {
            /** @description Participant code, as the pages show it. */
            code: string;
            /** @description Path of the page to open. */
            path: string;
            /** @description When the preview and all its answers are deleted. */
            until: string;
        };
        /** @description A request for a preview of one page. */
        PreviewRequest: {
            /** @description The block of the page, as `GET /api/admin/previews` names it. Default: the first one with that page. */
            block?: string | null;
            form?: components["schemas"]["Form"] | null;
            /** @description Arm of the preview participant. */
            group: components["schemas"]["ArmId"];
            /** @description Language. Default: the language of the bundle. */
            language?: string | null;
            /**
             * @description Path of a page of the group from `GET /api/admin/previews`, or `/profile`. Default: the first page. For a
             *     follow-up or feedback page, the preview first submits a generated answer.
             */
            page?: string | null;
            /** @description Part of the page, from 1: a section of a questionnaire or a clip of the control flow. Default: the first part. */
            part?: number | null;
        };
        /** @description The page that precedes another page. */
        PreviousPage: {
            /** @description Path of the page; null at the start and outside the flow. */
            previousPage: string | null;
        };
        /** @description The body of every error. */
        Problem: {
            code: components["schemas"]["Code"];
            /** @description The page where the participant is; with `wrong_page`. */
            currentState?: string | null;
            /** @description Validation errors by field. */
            fields?: components["schemas"]["FieldProblem"][];
            /** @description What happened, in English. For answers, in the participant's language. */
            message: string;
            /** @description Number of further validation errors that `fields` omits. */
            moreFields?: number | null;
            /** @description Values of the placeholders in the message, for a translation of `code`. */
            params?: {
                [key: string]: string;
            };
            /** @description Identifies the log entry of an `internal` error. */
            requestId?: string | null;
            /** Format: int32 */
            status: number;
            /** @description Reason phrase of the HTTP status. */
            title: string;
            /** @description Always `about:blank`: `code` distinguishes the kinds. */
            type: string;
        };
        /** @description First and last name; empty if not provided. */
        Profile: {
            firstName: string;
            lastName: string;
        };
        /** @description Names to change. An omitted name is unchanged; an empty one is removed. */
        ProfileChange: {
            firstName?: string | null;
            lastName?: string | null;
        };
        ProgramToken: {
            /** @description Who created it. It is valid as long as they own the study. */
            by: string;
            expired: boolean;
            /** @description ID, which the audit logs record. */
            id: string;
            /** @description Whether it may unblind itself. */
            mayUnblind: boolean;
            /** @description What it is for. */
            name: string;
            /** @description What it may do. */
            role: components["schemas"]["StudyRole"];
            since: string;
            /** @description ID of the study, or `*` for all studies. */
            study: string;
            /** @description When it expires. */
            until: string;
            /** @description When it was last used, to the minute; null if never. */
            used: string | null;
        };
        /** @description Tokens of programs in the person's own studies. */
        ProgramTokens: {
            /** @description Newest first. */
            tokens: components["schemas"]["ProgramToken"][];
        };
        /** @description Progress as participants see it: "Part 2 of 5 · about 12 minutes left". */
        ProgressSummary: {
            /**
             * Format: double
             * @description Fraction of the whole that is done, 0 to 1.
             */
            done: number;
            /**
             * Format: int32
             * @description Estimated minutes left, at least 1 until the end is reached.
             */
            minutesLeft: number;
            /** @description Number of parts. */
            of: number;
            /** @description Number of the current part, from 1. The steps in which arms differ are one part. */
            part: number;
        };
        /** @description What went wrong at Prolific. */
        ProlificFailure: {
            /** @description The participant group that the call was about; null for others. */
            group: string | null;
            kind: components["schemas"]["ProlificFailureKind"];
            /**
             * Format: int32
             * @description The HTTP status; null without a reply.
             */
            status: number | null;
            /** @description The study at Prolific that the call was about; null for others. */
            study: string | null;
        };
        /**
         * @description The kinds of failures.
         * @enum {string}
         */
        ProlificFailureKind: "token" | "unauthorised" | "not_found" | "rate_limited" | "rejected" | "unavailable" | "unreachable" | "late" | "unreadable" | "internal";
        /** @description Advice on a judgement, with the answer before it. */
        PublicAdvice: {
            /**
             * Format: int32
             * @description The confidence before the advice, if it is asked.
             */
            confidence: number | null;
            /** @description Value of the option that was chosen before the advice. */
            initial: string;
            /** @description Plain text. */
            text: string;
        };
        /** @description Settings for sending usage analytics. */
        PublicAnalytics: {
            /** @description Host of the analytics service; null if this server collects. */
            host: string | null;
            /** @description Token of the analytics project. */
            token: string;
        };
        /** @description Captions in one language. */
        PublicCaptions: {
            locale: string;
            name: string;
            url: string;
        };
        /** @description An option. */
        PublicChoice: {
            exclusive: boolean;
            label: string;
            note: string | null;
            value: string;
        };
        /** @description The condition under which an item is shown. */
        PublicCondition: {
            /** Format: double */
            atLeast: number | null;
            /** Format: double */
            atMost: number | null;
            is: components["schemas"]["ScalarAnswer"][] | null;
            isNot: components["schemas"]["ScalarAnswer"][] | null;
            item: string;
        };
        /** @description The consent page. */
        PublicConsent: {
            /** @description HTML for participants who decline. */
            declined: string;
            declinedCode?: components["schemas"]["DeclinedCode"] | null;
            keyFacts: string[];
            sections: components["schemas"]["PublicConsentSection"][];
            ticks: components["schemas"]["PublicTick"][];
            version: string;
        };
        /** @description A section of the consent text. */
        PublicConsentSection: {
            html: string;
            title: string;
        };
        /** @description Contact for questions about the study. */
        PublicContact: {
            email: string;
            institution: string;
            name: string;
        };
        /** @description An item of the debrief on `/end`. */
        PublicDebrief: {
            /** @description Label of the participant's answer; null if there is none. */
            answer: string | null;
            /** @description Whether the answer is one of `analysis.signal`; null if there is none. */
            calledAltered: boolean | null;
            /**
             * Format: int32
             * @description Confidence in the answer, from 50 to 100 per cent; null if none was given.
             */
            confidence: number | null;
            correct: boolean | null;
            cue: string | null;
            explanation: string | null;
            id: string;
            /** @description Whether the item was manipulated: its truth is one of `analysis.signal`. */
            manipulated: boolean;
            /** @description Where the cue is. */
            marks: components["schemas"]["Annotation"][];
            media: components["schemas"]["PublicMedia"] | null;
            part: components["schemas"]["DebriefPart"];
            text: string;
            thumb: string | null;
            /** @description Label of the truth. */
            truth: string;
            /** @description The persona's name or the post's author. */
            who: string | null;
        };
        /** @description Ethics approval. */
        PublicEthics: {
            board: string;
            id: string;
        };
        /** @description Evidence. */
        PublicEvidence: {
            id: string;
            kind: components["schemas"]["EvidenceKind"];
            media: components["schemas"]["PublicMedia"] | null;
            text: string;
        };
        /**
         * @description A training item as an exercise on `/end`, for participants of an arm without training. It includes the correct
         *     answer, because answers are not stored.
         */
        PublicExercise: {
            /** @description A line of context above the question. */
            context: string | null;
            /** @description Value of the correct answer. */
            correct: string;
            /** @description The evidence, in Flow B. */
            evidence: components["schemas"]["PublicEvidence"][];
            /** @description ID of the question or the post. */
            id: string;
            media: components["schemas"]["PublicMedia"] | null;
            /** @description The answers. */
            options: components["schemas"]["PublicChoice"][];
            post: components["schemas"]["PublicPost"] | null;
            /** @description The question. */
            prompt: string;
            /** @description Whether the clip is altered and the participant rated its original in the control task. */
            ratedOriginal: boolean;
            /** @description Feedback after the correct answer. After an incorrect one, it differs only in `correct`. */
            verdict: components["schemas"]["PublicFeedback"];
            /** @description The person in a question's clip. */
            who: string | null;
        };
        /** @description A labelled fact. */
        PublicFact: {
            label: string;
            value: string;
        };
        /** @description Feedback on a stored answer. */
        PublicFeedback: {
            /** @description Whether the last answer was correct. */
            correct: boolean;
            /** @description Name of the cue, if the medium was altered. */
            cue: string | null;
            /** @description Answers that are disabled for the next attempt. */
            disabledAnswers: string[];
            /** @description Why this is the correct answer; absent while another attempt is allowed. */
            explanation: string | null;
            /** @description A benign look-alike. */
            lookAlike: string | null;
            /** @description Where the cue is. */
            marks: components["schemas"]["Annotation"][];
            /** @description Whether another attempt is allowed. */
            mayRetry: boolean;
            secondLook: components["schemas"]["PublicSecondLook"] | null;
            sign: components["schemas"]["PublicSign"] | null;
            /** @description Label of the correct answer; absent while another attempt at the question is allowed. */
            truth: string | null;
        };
        /** @description Settings of Flow A. */
        PublicFlowA: {
            /** Format: int32 */
            attempts: number;
            confidence: boolean;
            followup: components["schemas"]["PublicFollowup"] | null;
            /** Format: int32 */
            interimAfter: number;
            /** @description Kinds of media in the questions. */
            mediaTypes: components["schemas"]["MediaKind"][];
            totalQuestions: number;
        };
        /** @description A post of Flow B with its evidence. */
        PublicFlowBPost: {
            confidence: boolean;
            evidence: components["schemas"]["PublicEvidence"][];
            id: string;
            media: components["schemas"]["PublicMedia"] | null;
            /** @description From 1, within the persona. */
            number: number;
            options: components["schemas"]["PublicChoice"][];
            persona: string;
            post: components["schemas"]["PublicPost"];
            prompt: string;
        };
        /** @description The follow-up, the same for every question. */
        PublicFollowup: {
            mark: boolean;
            options: components["schemas"]["PublicChoice"][];
            prompt: string;
            words: boolean;
        };
        /** @description An item. */
        PublicItem: components["schemas"]["PublicKind"] & {
            help: string | null;
            id: string;
            label: string;
            required: boolean;
            showIf: components["schemas"]["PublicCondition"] | null;
        };
        /** @description Item kinds as participants see them. An attention check is a `likert` item. */
        PublicKind: {
            /** @enum {string} */
            kind: "single";
            options: components["schemas"]["PublicChoice"][];
        } | {
            /** @enum {string} */
            kind: "multiple";
            /** Format: int32 */
            max: number | null;
            /** Format: int32 */
            min: number | null;
            options: components["schemas"]["PublicChoice"][];
        } | {
            ends: [
                string,
                string
            ] | null;
            /** @enum {string} */
            kind: "likert";
            points: components["schemas"]["PublicPoint"][];
        } | {
            ends: [
                string,
                string
            ] | null;
            /** @enum {string} */
            kind: "matrix";
            points: components["schemas"]["PublicPoint"][];
            rows: components["schemas"]["PublicRow"][];
        } | {
            /** @enum {string} */
            kind: "ranking";
            /** @description Variables and labels of the options, in the order in which they are first shown. */
            rows: components["schemas"]["PublicRow"][];
        } | {
            ends: [
                string,
                string
            ];
            /** @enum {string} */
            kind: "slider";
            /** Format: int64 */
            max: number;
            /** Format: int64 */
            min: number;
            /** Format: int64 */
            step: number;
            unit: string | null;
        } | {
            integer: boolean;
            /** @enum {string} */
            kind: "number";
            /** Format: double */
            max: number | null;
            /** Format: double */
            min: number | null;
            unit: string | null;
        } | {
            /** @enum {string} */
            kind: "text";
            long: boolean;
            /** Format: int32 */
            maxLength: number;
            /** Format: int32 */
            minLength: number | null;
        } | {
            /** @enum {string} */
            kind: "date";
            max: string | null;
            min: string | null;
        } | {
            ends: [
                string,
                string
            ] | null;
            /** @enum {string} */
            kind: "confidence";
            points: components["schemas"]["PublicPoint"][];
        } | {
            confidence: boolean;
            /** @enum {string} */
            kind: "judgement";
            media: components["schemas"]["PublicMedia"] | null;
            options: components["schemas"]["PublicChoice"][];
            post: components["schemas"]["PublicPost"] | null;
            sharing: boolean;
        } | {
            html: string;
            /** @enum {string} */
            kind: "information";
            media: components["schemas"]["PublicMedia"] | null;
        };
        /** @description The landing page. */
        PublicLanding: {
            button: string;
            chips: string[];
            contact: components["schemas"]["PublicContact"];
            ethics: components["schemas"]["PublicEthics"] | null;
            eyebrow: string;
            facts: components["schemas"]["PublicFact"][];
            lead: string;
            /** Format: int32 */
            minimumAge: number;
            /** Format: int32 */
            minutes: number;
            /** @description Paths below `media/`. */
            portraits: string[];
            steps: components["schemas"]["PublicLandingStep"][];
            title: string;
        };
        /** @description A step of the study, on the landing page. */
        PublicLandingStep: {
            /** @description Path below `media/`. */
            picture: string;
            text: string;
            title: string;
        };
        /** @description A medium. In replies of the server, its URLs contain media tickets. */
        PublicMedia: {
            /** @description Alternative text. */
            alt: string;
            /** @description Captions by language. */
            captions: components["schemas"]["PublicCaptions"][];
            /**
             * Format: int32
             * @description Height in pixels.
             */
            height: number | null;
            /** @description Kind of medium. */
            kind: components["schemas"]["MediaKind"];
            /** @description A text over the medium, if the study has one. */
            overlay?: string | null;
            /** @description URL of the image before playback. */
            poster: string | null;
            /**
             * Format: double
             * @description Length in seconds.
             */
            seconds: number | null;
            /** @description URLs of the same content in several formats, the preferred one first. */
            sources: components["schemas"]["PublicSource"][];
            /** @description Transcript. */
            transcript: string | null;
            /**
             * Format: int32
             * @description Width in pixels.
             */
            width: number | null;
        };
        /** @description A persona. */
        PublicPersona: {
            bio: string;
            id: string;
            name: string;
            role: string;
        };
        /** @description A point of a rating. */
        PublicPoint: {
            label: string;
            /** Format: int64 */
            value: number;
        };
        /** @description A post. */
        PublicPost: {
            age: string;
            author: string;
            handle: string;
            /**
             * @description URL of a persona's portrait, if the author has the persona's name. An account that only uses the name has the
             *     same portrait, so that it tells nothing about the account.
             */
            portrait: string | null;
            text: string;
        };
        /** @description The practice item. */
        PublicPractice: {
            id: string;
            media: components["schemas"]["PublicMedia"];
            options: components["schemas"]["PublicChoice"][];
            prompt: string;
        };
        /** @description A question of Flow A. */
        PublicQuestionBody: {
            confidence: boolean;
            context: string | null;
            id: string;
            media: components["schemas"]["PublicMedia"];
            /** @description From 1. */
            number: number;
            options: components["schemas"]["PublicChoice"][];
            prompt: string;
        };
        /** @description A questionnaire in the orders and the language of one participant. */
        PublicQuestionnaire: {
            /** @description Number of saved pages. */
            done: number;
            /** @description HTML, sanitised. */
            intro: string | null;
            /** @description Answers of saved pages that later conditions refer to. */
            known: Record<string, unknown>;
            /** @description All pages; those before `done` are saved. */
            sections: components["schemas"]["PublicSection"][];
            /** @description Heading. */
            title: string;
        };
        /** @description A row of a matrix, or an option of a ranking, as participants see it. */
        PublicRow: {
            /** @description Its variable. */
            id: string;
            /** @description The statement, or the label of the option. */
            label: string;
        };
        /** @description What is asked after an incorrect first answer where another attempt would leave only one answer. */
        PublicSecondLook: {
            /** @description Where to look or listen. */
            hint: string;
            /** @description The signs to choose from. */
            options: components["schemas"]["PublicChoice"][];
            prompt: string;
        };
        /** @description What is shown and submitted at once: a section or, with `one_per_page`, one question of it. */
        PublicSection: {
            advice?: components["schemas"]["PublicAdvice"] | null;
            counter: components["schemas"]["Counter"] | null;
            id: string;
            /** @description HTML, sanitised. */
            intro: string | null;
            items: components["schemas"]["PublicItem"][];
            stage?: components["schemas"]["Stage"] | null;
            title: string;
        };
        /** @description The result of a second look. */
        PublicSign: {
            /** @description Whether the chosen sign shows which answer is correct. */
            found: boolean;
            /** @description Labels of all signs that do. */
            labels: string[];
        };
        /** @description A file of a medium. */
        PublicSource: {
            mediaType: string;
            url: string;
        };
        /** @description A consent statement. */
        PublicTick: {
            /** @description Whether it permits usage analytics. */
            analytics: boolean;
            id: string;
            label: string;
            note: string | null;
            required: boolean;
        };
        /**
         * @description A quality flag: an indicator of careless or disturbed participation.
         * @enum {string}
         */
        QualityFlag: "too_fast" | "straight_lining" | "failed_attention" | "media_failed" | "answered_unseen" | "answered_unchecked" | "not_timed" | "inactive";
        /** @description A quality flag and the number of times it was raised. */
        QualityFlagCount: {
            flag: components["schemas"]["QualityFlag"];
            /**
             * Format: int64
             * @description Number of times. Always 1 for those who are blinded, because some arms have more submissions.
             */
            times: number;
        };
        /** @description A question with its persona and the participant's answers. */
        Question: components["schemas"]["PublicQuestionBody"] & components["schemas"]["Answered"] & {
            /** @description The person who is seen or heard. */
            persona: components["schemas"]["PublicPersona"];
        };
        /** @description Answers of a questionnaire. */
        QuestionnaireAnswers: {
            /** @description Answers by variable. */
            answers: Record<string, unknown>;
            /**
             * @description ID of a section or, with `one_per_page`, of one of its pages: `<section>/<item>`, or
             *     `<section>/<item>/initial` and `<section>/<item>/final` around advice. Default: all remaining pages, if there is
             *     no advice between them.
             */
            section?: string | null;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description An event that is sent within seconds. */
        QueuedEvent: {
            /** @description Its ID in the delivery log. */
            event: string;
        };
        /** @description The receipt of a submission. */
        Receipt: components["schemas"]["Position"] & {
            /** @description IDs of the completed personas of Flow B. */
            completedPersonas: string[];
            /** @description With the answer to the sound check: whether the participant hears the sound. Null otherwise. */
            hearsSound: boolean | null;
            /** @description ID of the stored submission; null for the admin, whose answers are not stored. */
            receipt: string | null;
            /** @description Whether this submission was already stored. */
            repeated: boolean;
            /** @description When the submission was stored. */
            storedAt: string | null;
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /** @description An unblinding. */
        RecordedUnblinding: {
            /** @description Who did it: a username, or `operator`. */
            actor: string;
            at: string;
            /** @description Who is unblinded: a username, or `operator`, the person at the command line; null for everybody. */
            person: string | null;
            /** @description The reason. For those who are blinded, a reason that names an arm is `(blinded)`. */
            reason: string;
        };
        /** @description A person who has lost the password. */
        Recovery: {
            /** @description One of the recovery codes. It can't be used again. */
            code: string;
            newPassword: string;
            username: string;
        };
        /** @description New recovery codes. They are shown only now. */
        RecoveryCodes: {
            codes: string[];
        };
        /** @description The comparison with the submissions at Prolific. */
        RecruiterComparison: {
            /** @description The cases to check, by participant. Those without one are only counted. */
            cases: components["schemas"]["ComparisonCase"][];
            /** @description When the last one succeeded; null if none did. */
            comparedAt: string | null;
            /** @description When the last one failed; null if it did not. */
            failedAt: string | null;
            failure: components["schemas"]["ProlificFailure"] | null;
            /** @description The participant groups of later parts. */
            groups: components["schemas"]["KeptGroup"][];
            /** @description When it is made next; null if it never is. */
            nextAt: string | null;
            /**
             * @description The parts of the study, by the last one that succeeded. For those who are blinded, without parts that only some
             *     arms have.
             */
            parts: components["schemas"]["ComparedPart"][];
            state: components["schemas"]["ComparisonState"];
        };
        /** @description The refresh token. */
        Refresh: {
            /** @description The refresh token as issued. */
            refresh_token: string;
        };
        Registration: {
            consent?: components["schemas"]["Consent"] | null;
            /** @description Optional. */
            firstName?: string | null;
            /** @description Optional. */
            lastName?: string | null;
            /** @description Language in which the participant takes part. */
            locale?: string | null;
            /** @description Password of 8 to 256 characters. Passwords that are easy to guess are rejected. */
            password: string;
            /**
             * @description Parameters of the recruitment link, such as `PROLIFIC_PID`. Parameters that the study does not name are not
             *     stored.
             */
            recruitment?: {
                [key: string]: string;
            };
            /** @description Username of 3 to 64 characters. */
            username: string;
        };
        /** @description A request to re-include a participant. */
        ReinclusionRequest: {
            /** @description Reason, for the audit log and the participant's timeline. The timeline shows the exclusion, too. */
            reason: string;
        };
        /** @description The results of the study. Fields refer to an arm by its index in `arms`. */
        Report: {
            /** @description Study, version and settings of the report. */
            about: components["schemas"]["ReportAbout"];
            /** @description Judgements before and after advice, by test; absent without any, in a blinded and in an interim report. */
            advice?: components["schemas"]["ReportAdvice"][];
            /** @description The arms. */
            arms: components["schemas"]["ReportArm"][];
            /** @description What the randomised participants of each arm were like before the arms differed. */
            baseline: components["schemas"]["ReportBaseline"][];
            /** @description Bounds of the primary differences if missing outcomes are extreme. */
            bounds: components["schemas"]["ReportBounds"][];
            /** @description Cautions: interim data, simulated participants, attrition, exclusions. */
            cautions: string[];
            /** @description The units, if the trial allocates units such as classes; absent otherwise. */
            clusters?: components["schemas"]["ReportClusters"];
            /** @description How much of the training was taken, and the effect of taking it. */
            compliance: components["schemas"]["ReportCompliance"];
            /** @description Calibration and ROC curves, by arm and test. */
            curves: components["schemas"]["ReportCurves"][];
            /** @description What the participants without the primary outcome were like, compared with those who have it. */
            dropouts: components["schemas"]["ReportDropouts"][];
            factors?: components["schemas"]["ReportFactorial"] | null;
            /** @description Quality flags. */
            flags: components["schemas"]["ReportFlagCount"][];
            /** @description Flow of participants. */
            flow: components["schemas"]["ReportFlow"];
            /** @description The result in one or two sentences. */
            headline: string;
            /** @description Each hypothesis with its verdict. */
            hypotheses: components["schemas"]["ReportHypothesis"][];
            /** @description The comparisons of the primary outcome with multiple imputation of missing outcomes. */
            imputation: components["schemas"]["ReportImputation"];
            /** @description Items and people in one model, by test. Empty in an interim report. */
            itemResponse: components["schemas"]["ReportItemResponse"][];
            /** @description Results by item. */
            items: components["schemas"]["ReportItem"][];
            /** @description Loss of the primary outcome by arm, with its test. */
            loss: components["schemas"]["ReportLoss"];
            /** @description Which analysis the plan calls primary, and what the verdicts hold for. */
            method: string;
            /** @description The model of the primary outcome. */
            model: components["schemas"]["ReportModel"];
            /** @description Moderators of the primary outcome, with the verdicts on hypotheses about them. */
            moderators: components["schemas"]["ReportModerator"][];
            /** @description Each outcome: means by arm before and after the training, and differences between arms. */
            outcomes: components["schemas"]["ReportOutcome"][];
            /** @description The comparisons of the primary outcome in several populations. */
            populations: components["schemas"]["ReportPopulation"][];
            /** @description Scales of the questionnaires. */
            scales: components["schemas"]["ReportScale"][];
            sequential: components["schemas"]["ReportSequential"] | null;
            /** @description Each comparison under every combination of reasonable choices. Empty in an interim report. */
            specifications: components["schemas"]["ReportSpecificationCurve"][];
            /**
             * @description Whether outcomes are shown by arm. In an interim report, `hypotheses` and what follows `loss`, except items,
             *     times and flags, are empty.
             */
            stage: components["schemas"]["ReportStage"];
            /** @description Time and drop-off by step. */
            times: components["schemas"]["ReportTimes"][];
            /** @description What the study states about the trial, and its course. */
            trial: components["schemas"]["ReportTrial"];
            /** @description The waves after the first one; absent without any. */
            waves?: components["schemas"]["ReportWave"][];
        };
        /** @description Study, version and settings of a report. */
        ReportAbout: {
            /**
             * Format: double
             * @description Significance level of the tests.
             */
            alpha: number;
            /**
             * Format: double
             * @description The rise in false alarms that must be ruled out.
             */
            falseAlarmMargin: number;
            /** @description Whether there are judgements before the training. */
            judgedBefore: boolean;
            /** @description Whether the study is blinded. If so, arms have blinded labels. */
            masked: boolean;
            /**
             * @description The analysis of the primary outcome that the plan calls primary. The report computes the analysis of covariance;
             *     if the mixed model is primary, that is a sensitivity analysis.
             */
            model: components["schemas"]["ReportPrimaryModel"];
            /** @description SHA-256 of the allocation seed, which was recorded before the first participant; null before the first start. */
            seedCommitment: string | null;
            /**
             * Format: int32
             * @description Number of simulated participants among the registered, including erased ones.
             */
            simulated: number;
            /**
             * Format: int32
             * @description Number of simulated participants that the report does not include.
             */
            simulatedLeftOut: number;
            /** @description Whether the times are those of simulated participants, because there are no others. */
            simulatedTimes: boolean;
            /**
             * Format: int32
             * @description Number of participants to be allocated; null without a target.
             */
            target: number | null;
            /** @description Title of the study. */
            title: string;
            /** @description The bundle's version. */
            version: string;
        };
        /** @description An activation of a version while people took part. */
        ReportActivation: {
            /** @description Day of the activation. */
            activated: string;
            /** @description The reason that was given. */
            reason: string;
            /** @description Hash of the version. */
            version: string;
        };
        /** @description A test whose judgements are made before and after advice. Only judgements with both answers count. */
        ReportAdvice: {
            /** @description The arms that get advice. */
            arms: components["schemas"]["ReportAdviceArm"][];
            /** @description Number of judgements with advice. */
            items: number;
            /** @description The test. Of a later part: after. */
            phase: components["schemas"]["ReportPhase"];
            /** @description Name in the data of the part of the study; `main` for the first one. */
            wave: string;
        };
        /**
         * @description Judgements before and after advice in an arm. Each number is a mean over participants of a share of their own
         *     answers, with a t interval.
         */
        ReportAdviceArm: {
            /** @description Where the advice names another answer than the initial one: share of final answers that the advice names. */
            adopted: components["schemas"]["ReportNumber"];
            /** @description The same where the advice is right. */
            adoptedRight: components["schemas"]["ReportNumber"];
            /** @description The same where the advice is wrong. */
            adoptedWrong: components["schemas"]["ReportNumber"];
            /**
             * Format: int32
             * @description Number of judgements with both answers, of all participants.
             */
            answers: number;
            /** @description Index of the arm. */
            arm: number;
            /**
             * Format: int32
             * @description Of these, judgements whose initial answer is another one than the advice names.
             */
            disagreed: number;
            /** @description Share of answers that change from the correct one to a wrong one. */
            fromCorrect: components["schemas"]["ReportNumber"];
            /** @description Measures of the initial and the final answers. */
            measures: components["schemas"]["ReportAdvisedMeasure"][];
            /** @description Share of answers that change. */
            switched: components["schemas"]["ReportNumber"];
            /**
             * @description Share of answers that change from a wrong one to the correct one. Less `fromCorrect`, it is the change in
             *     accuracy.
             */
            toCorrect: components["schemas"]["ReportNumber"];
        };
        /** @description A measure before and after advice, of the same judgements. */
        ReportAdvisedMeasure: {
            /** @description Mean of the differences, final minus initial. */
            change: components["schemas"]["ReportNumber"];
            /** @description Mean of the final answers. */
            final: components["schemas"]["ReportNumber"];
            /** @description ID of the outcome. */
            id: string;
            /** @description Mean of the initial answers. */
            initial: components["schemas"]["ReportNumber"];
            /** @description Name. */
            label: string;
            /** @description Unit. */
            unit: components["schemas"]["ReportUnit"];
        };
        /** @description An arm. */
        ReportArm: {
            /** @description ID in the data, or `a`, `b` … while the study is blinded. */
            id: string;
            /** @description Name for researchers, or a blinded label. */
            label: string;
        };
        /** @description The flow through an arm. */
        ReportArmFlow: {
            /**
             * Format: int32
             * @description Analysed for the primary outcome.
             */
            analysed: number;
            /** @description Index of the arm. */
            arm: number;
            /**
             * Format: int32
             * @description Reached the end, including those who withdrew afterwards.
             */
            completed: number;
            /**
             * Format: int32
             * @description Withdrew; their data are erased.
             */
            erased: number;
            /**
             * Format: int32
             * @description Of these, withdrew before the end.
             */
            erasedBeforeEnd: number;
            /**
             * Format: int32
             * @description Excluded from the analysis, by the plan or by the researcher.
             */
            excluded: number;
            /** @description Reasons for exclusion. A participant with several reasons is counted under the first. */
            excludedReasons: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Participants randomised to the arm.
             */
            randomised: number;
            /**
             * Format: int32
             * @description Answered all items of the post-test. Erased participants are not counted.
             */
            testCompleted: number;
            /**
             * Format: int32
             * @description Answered at least one item of the post-test. Erased participants are not counted.
             */
            testStarted: number;
            /**
             * Format: int32
             * @description Answered all training items. Null if the arm has none, and while the study is blinded.
             */
            trainingCompleted: number | null;
            /**
             * Format: int32
             * @description Answered at least one training item. Null if the arm has no training items, and while the study is blinded.
             */
            trainingStarted: number | null;
            /**
             * Format: int32
             * @description Neither completed nor withdrawn: in progress, or ended by the time limit or by failed checks.
             */
            unfinished: number;
            /**
             * @description Pages of participants who have not completed the study, or what ended their participation. Empty while the study
             *     is blinded: pages would reveal the arms.
             */
            unfinishedAt: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Withdrew; their data are kept.
             */
            withdrew: number;
            /**
             * Format: int32
             * @description Of these, withdrew before the end.
             */
            withdrewBeforeEnd: number;
        };
        /** @description Loss of the primary outcome in an arm. */
        ReportArmLoss: {
            /** @description Index of the arm. */
            arm: number;
            difference: components["schemas"]["ReportNumber"] | null;
            /**
             * Format: int32
             * @description Of these, participants without the primary outcome, for any reason.
             */
            lost: number;
            /**
             * Format: int32
             * @description Number of participants randomised.
             */
            randomised: number;
            /** @description Share of participants lost, with Wilson's interval. */
            share: components["schemas"]["ReportNumber"];
        };
        /** @description Who came back for a wave in an arm. */
        ReportArmWaveLoss: {
            /**
             * Format: int32
             * @description Participants who are analysed: they have d' in it and are not excluded.
             *     Null without judgement items.
             */
            analysed: number | null;
            /** @description Index of the arm. */
            arm: number;
            /**
             * Format: int32
             * @description Of these, participants who have begun the wave.
             */
            begun: number;
            /**
             * Format: int32
             * @description Of these, participants who have completed it.
             */
            completed: number;
            /**
             * Format: int32
             * @description Number of randomised participants who completed the earlier wave.
             */
            completedBefore: number;
            difference: components["schemas"]["ReportNumber"] | null;
            /**
             * Format: int32
             * @description Of the planned, participants who are excluded from the analysis.
             */
            excluded: number;
            /**
             * Format: int32
             * @description Of the planned, participants who have not completed it: they missed or declined it, it was ended, or it is
             *     not over for them.
             */
            notCompleted: number;
            /**
             * Format: int32
             * @description Number of randomised participants for whom the wave was planned when they completed the earlier one.
             */
            planned: number;
            /** @description Share of participants who have not completed it, with Wilson's interval. */
            share: components["schemas"]["ReportNumber"];
            /**
             * @description Share of all randomised participants of the arm, erased ones included, who have not completed it: with those for
             *     whom it was never planned, because they left before or did not agree to it. Wilson's interval.
             */
            shareOfRandomised: components["schemas"]["ReportNumber"];
            /**
             * Format: int32
             * @description Of these, participants who withdrew; their data are kept.
             */
            withdrew: number;
        };
        /** @description A characteristic of the participants. */
        ReportBaseline: {
            /** @description The answers that are counted. Empty for numbers. */
            answers: string[];
            /** @description By arm. */
            arms: components["schemas"]["ReportBaselineArm"][];
            /** @description Name in the data: a measure, a score or a variable. */
            id: string;
            /** @description Name in the report's language, where the study has a translation. */
            label: string;
            unit: components["schemas"]["ReportUnit"] | null;
        };
        /** @description A characteristic in an arm. */
        ReportBaselineArm: {
            /**
             * Format: double
             * @description Standard deviation of numbers; null with fewer than two participants.
             */
            deviation: number | null;
            /**
             * Format: double
             * @description Mean of numbers; null without participants.
             */
            mean: number | null;
            /** @description Number of participants without a value. */
            missing: number;
            /** @description Number of participants with a value. */
            n: number;
            /** @description Number of participants by answer, in the order of `answers`. */
            people: number[];
        };
        /** @description Bounds of a difference if all missing outcomes are extreme. */
        ReportBounds: {
            /**
             * Format: double
             * @description The opposite: the highest d' for all missing in the arm, the lowest for all missing in the other.
             */
            best: number | null;
            /** @description Name of the comparison. */
            comparison: string;
            /**
             * Format: double
             * @description Unadjusted difference of mean d' between participants with the outcome.
             */
            observed: number | null;
            /**
             * Format: double
             * @description The difference if all missing in the arm had the lowest possible d', and all missing in the other arm the
             *     highest.
             */
            worst: number | null;
        };
        /** @description A level of confidence. */
        ReportCalibrationPoint: {
            /**
             * Format: double
             * @description Share of correct answers.
             */
            accuracy: number;
            /**
             * Format: int32
             * @description Number of answers with this confidence.
             */
            answers: number;
            /**
             * Format: double
             * @description Stated confidence, 0.5 to 1.
             */
            confidence: number;
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number;
            /**
             * Format: double
             * @description Lower end of Wilson's interval, which treats all answers as independent.
             */
            low: number;
        };
        /** @description The units of an arm. */
        ReportClusterArm: {
            /** @description Index of the arm. */
            arm: number;
            /** @description Number of units. */
            clusters: number;
            /** @description Number of participants. */
            people: number;
        };
        /** @description The units of a trial that allocates units, of the analysed participants with the primary outcome. */
        ReportClusters: {
            /** @description By arm. */
            arms: components["schemas"]["ReportClusterArm"][];
            /**
             * Format: double
             * @description How many times greater units make the variance of an arm's mean; null with too few units.
             */
            designEffect: number | null;
            /**
             * Format: double
             * @description The same if all units had the mean size; null with too few units.
             */
            equalDesignEffect: number | null;
            /**
             * Format: double
             * @description Intraclass correlation of the primary outcome within arms; null with too few units.
             */
            intraclass: number | null;
            /**
             * Format: double
             * @description Coefficient of variation of the numbers of participants of the units; null without units.
             */
            sizeVariation: number | null;
        };
        /**
         * @description The training taken, by arm, and the effect of taking it on the primary outcome; and how long recordings were
         *     watched. Empty while the study is blinded. Without training items, only `watched` has content.
         */
        ReportCompliance: {
            /** @description The arms with training items. */
            arms: components["schemas"]["ReportComplianceArm"][];
            /** @description Of each primary comparison whose arm has training items, the effect by each definition of the dose. */
            effects: components["schemas"]["ReportComplierEffect"][];
            /**
             * Format: double
             * @description The share of the training items that a complier answered (0 to 1); null without training.
             */
            threshold: number | null;
            /** @description How long recordings without a question were watched, by part of the study; absent without any. */
            watched?: components["schemas"]["ReportWatched"][];
        };
        /** @description The training taken in an arm. */
        ReportComplianceArm: {
            /**
             * Format: int32
             * @description Number of participants in the model of the primary outcome: those who have it.
             */
            analysed: number;
            /**
             * Format: int32
             * @description Number of compliers among them.
             */
            analysedCompliers: number;
            /** @description Index of the arm. */
            arm: number;
            /**
             * Format: int32
             * @description Number of compliers among them.
             */
            compliers: number;
            /**
             * Format: double
             * @description Mean share of the training items that they answered; null without any.
             */
            meanDose: number | null;
            /**
             * Format: int32
             * @description Number of randomised participants who are not excluded.
             */
            randomised: number;
        };
        /** @description The effect of the training on those who take it if assigned. */
        ReportComplierEffect: {
            /**
             * @description The effect of a dose of 1 instead of 0 on d' (two-stage least squares, HC3), with the covariates of the primary
             *     comparison. Its p value is not corrected.
             */
            contrast: components["schemas"]["ReportContrast"];
            /** @description What the dose is. */
            dose: components["schemas"]["ReportDoseKind"];
            /**
             * Format: double
             * @description The adjusted difference in the dose between the arms, from 0 to 1.
             */
            firstStage: number | null;
            /**
             * Format: double
             * @description F of that difference (HC3). Null if the arms determine the dose exactly.
             */
            firstStageF: number | null;
            /** @description What to know of this effect. */
            notes: components["schemas"]["ReportComplierNote"][];
            /** @description The same as sentences; empty without notes. */
            words: string;
        };
        /**
         * @description What to know of a complier average causal effect.
         * @enum {string}
         */
        ReportComplierNote: "everybody_complied" | "weak_first_stage" | "training_in_both";
        /**
         * @description How much a loss is a reason for concern, by its size (Schulz and Grimes 2002, *Lancet* 359, 781-785) and by its
         *     difference between arms.
         * @enum {string}
         */
        ReportConcern: "little" | "some" | "serious";
        /** @description How the differences between the arms change along a number. */
        ReportContinuousModerator: {
            /**
             * Format: double
             * @description Mean of the number, over the participants of all arms in the model; null without a model.
             */
            mean: number | null;
            /** @description The differences that the model predicts at the mean, and one standard deviation below and above it. */
            points: components["schemas"]["ReportModeratorPoint"][];
            /**
             * Format: double
             * @description Its standard deviation.
             */
            sd: number | null;
            /** @description Of each primary comparison: the change of the difference in d' for each unit of the number. */
            slopes: components["schemas"]["ReportContrast"][];
        };
        /** @description The difference between two arms, adjusted for the covariates of the outcome's model. */
        ReportContrast: {
            /** @description Index of the arm that is subtracted. */
            against: number;
            /** @description Index of the arm. */
            arm: number;
            /** @description Name of the comparison. */
            comparison: string;
            /**
             * Format: double
             * @description Degrees of freedom.
             */
            df: number | null;
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number | null;
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number | null;
            /** @description Number of participants in the model, of all arms. */
            n: number;
            /**
             * Format: double
             * @description Two-sided p value, for this comparison alone.
             */
            p: number | null;
            /**
             * Format: double
             * @description p value after Holm's correction over the primary comparisons and, in the primary outcome, the hypotheses about
             *     factors. Only for primary comparisons, in the primary outcome and the criterion.
             */
            pHolm: number | null;
            /**
             * Format: double
             * @description Standard error (HC3).
             */
            standardError: number | null;
            standardised: components["schemas"]["ReportStandardised"] | null;
            /**
             * Format: double
             * @description t statistic.
             */
            t: number | null;
            /**
             * Format: double
             * @description The difference, in the unit of the outcome. Null if it can't be computed; `why` gives the reason.
             */
            value: number | null;
            /** @description Why there is no difference. */
            why: string | null;
        };
        /**
         * @description A covariate of the comparisons.
         * @enum {string}
         */
        ReportCovariate: "before" | "form" | "stratum";
        /** @description The curves of one arm in one test, over all its answers. */
        ReportCurves: {
            /** @description Index of the arm. */
            arm: number;
            /** @description Area under the ROC curve. Its interval accounts for several answers of one participant (Obuchowski 1997). */
            auc: components["schemas"]["ReportNumber"];
            /** @description Accuracy at each confidence. */
            calibration: components["schemas"]["ReportCalibrationPoint"][];
            /** @description The test: before or after the training. */
            phase: components["schemas"]["ReportPhase"];
            /** @description The ROC curve of answer and confidence, from (0, 0) to (1, 1). */
            roc: components["schemas"]["ReportRocPoint"][];
            /** @description Type-2 area: how well confidence separates correct from incorrect answers; 0.5 is chance. */
            type2Auc: components["schemas"]["ReportNumber"];
        };
        /** @description A decision of the analysis. */
        ReportDecision: {
            /** @description `population`, `outcome`, `correction` or `model`. */
            id: string;
            /** @description Name in the report's language. */
            label: string;
            /** @description The options that occur. */
            options: components["schemas"]["ReportDecisionOption"][];
        };
        /** @description An option of a decision. */
        ReportDecisionOption: {
            /** @description Name in files. */
            id: string;
            /** @description Name in the report's language. */
            label: string;
        };
        /** @description The smallest effect that a test finds with the planned power. */
        ReportDetectable: {
            /**
             * Format: double
             * @description Error rate of each primary test (Bonferroni).
             */
            alpha: number;
            /**
             * Format: double
             * @description Assumed correlation of d' before and after.
             */
            correlation: number;
            /**
             * Format: double
             * @description Cohen's d: in standard deviations of d' between participants.
             */
            effect: number;
            /**
             * Format: int32
             * @description Analysed participants of the smallest arm.
             */
            perArm: number;
            /**
             * Format: double
             * @description Power.
             */
            power: number;
        };
        /** @description A value of a later version that is not the planned one. */
        ReportDeviation: {
            /** @description Day of that version's first activation. */
            activated: string;
            /** @description Its place in the plan. */
            key: string;
            /** @description The later value. */
            later: string;
            /** @description What the value is. */
            name: string;
            /** @description The planned value. */
            planned: string;
            /**
             * Format: int32
             * @description Number of participants in the data who had registered before.
             */
            registeredBefore: number;
            /** @description The first version that has it. */
            version: string;
        };
        /**
         * @description What the dose of a training is.
         * @enum {string}
         */
        ReportDoseKind: "share" | "complier";
        /** @description A characteristic of the participants with and without the primary outcome. */
        ReportDropouts: {
            /** @description The answers that are counted. Empty for numbers. */
            answers: string[];
            /** @description By arm. */
            arms: components["schemas"]["ReportDropoutsArm"][];
            /** @description Name in the data: a measure, a score or a variable. */
            id: string;
            /** @description Name in the report's language, where the study has a translation. */
            label: string;
            unit: components["schemas"]["ReportUnit"] | null;
        };
        /** @description A characteristic in an arm. */
        ReportDropoutsArm: {
            /**
             * @description Standardised differences, without minus with: one for numbers, else one for each answer. Null where one of the
             *     groups is too small or nobody differs.
             */
            differences: (number | null)[];
            /** @description Participants with the primary outcome. */
            with: components["schemas"]["ReportBaselineArm"];
            /** @description Participants without it. */
            without: components["schemas"]["ReportBaselineArm"];
        };
        /** @description A factor with the mean of each level. */
        ReportFactor: {
            /** @description ID in the study. */
            id: string;
            /** @description The levels; the first is the one that the others are compared with. */
            levels: components["schemas"]["ReportFactorLevel"][];
        };
        /** @description A cell of the design. */
        ReportFactorCell: {
            /** @description Index of the arm. */
            arm: number;
            /** @description Index of its level of each factor. */
            levels: number[];
            /** @description Adjusted mean. */
            mean: components["schemas"]["ReportNumber"];
        };
        /** @description A level against the first one of its factor; for interactions the difference of such differences, and so on. */
        ReportFactorContrast: {
            /**
             * Format: double
             * @description Degrees of freedom.
             */
            df: number | null;
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number | null;
            /** @description Index of the level of each factor of the effect. */
            levels: number[];
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number | null;
            /** @description Number of participants in the model. */
            n: number;
            /**
             * Format: double
             * @description Two-sided p value, not corrected.
             */
            p: number | null;
            /**
             * Format: double
             * @description Standard error, as of the test of the effect.
             */
            standardError: number | null;
            /**
             * Format: double
             * @description t statistic.
             */
            t: number | null;
            /**
             * Format: double
             * @description The contrast, in units of d'. Null if it can't be computed; `why` gives the reason.
             */
            value: number | null;
            /** @description Why there is no contrast. */
            why: string | null;
        };
        /** @description A main effect or an interaction. */
        ReportFactorEffect: {
            /** @description The contrasts that it consists of. */
            contrasts: components["schemas"]["ReportFactorContrast"][];
            /**
             * Format: double
             * @description Degrees of freedom of the residuals.
             */
            denominatorDf: number | null;
            /**
             * Format: double
             * @description Wald F of "all contrasts are 0" (HC3; with the pooled variance of the means of units, if these are allocated).
             *     Null if one of them can't be computed.
             */
            f: number | null;
            /** @description Indices of its factors: one for a main effect, several for their interaction. */
            factors: number[];
            /**
             * Format: double
             * @description Degrees of freedom of the contrasts.
             */
            numeratorDf: number | null;
            /**
             * Format: double
             * @description p value of this test.
             */
            p: number | null;
            /** @description Why there is no test. */
            why: string | null;
        };
        /** @description A hypothesis about a main effect or an interaction, with its verdict. */
        ReportFactorHypothesis: {
            /** @description The levels that are expected to be higher, less the references. */
            contrast: components["schemas"]["ReportFactorContrast"];
            /** @description Indices of its factors. */
            factors: number[];
            /** @description Name of the hypothesis in the plan. */
            id: string;
            /**
             * Format: double
             * @description p value after Holm's correction over the primary comparisons and the hypotheses about factors.
             */
            pHolm: number | null;
            /** @description Index of the level of each factor that is subtracted. */
            references: number[];
            /** @description The hypothesis as a sentence. */
            statement: string;
            /** @description The verdict. */
            verdict: components["schemas"]["ReportVerdict"];
            /** @description The verdict in a sentence. */
            words: string;
        };
        /**
         * @description The factors of a factorial design, and what they do to d'. All cells count equally, whatever their numbers of
         *     participants are. Only p values of hypotheses are corrected.
         */
        ReportFactorial: {
            /** @description Adjusted mean of each arm with its levels; if units are allocated, the mean of the means of its units. */
            cells: components["schemas"]["ReportFactorCell"][];
            /** @description The main effects, then the interactions of two and of three factors. */
            effects: components["schemas"]["ReportFactorEffect"][];
            /** @description The factors with the mean of each level. */
            factors: components["schemas"]["ReportFactor"][];
            /** @description The planned hypotheses about main effects and interactions; absent without any. */
            hypotheses?: components["schemas"]["ReportFactorHypothesis"][];
            /** @description Number of participants in the model. */
            n: number;
            /** @description Why there is no model. */
            why: string | null;
        };
        /** @description A level of a factor. */
        ReportFactorLevel: {
            /** @description ID in the study. */
            id: string;
            /** @description Name for researchers. */
            label: string;
            /** @description Mean of the adjusted means of its cells. */
            mean: components["schemas"]["ReportNumber"];
        };
        /**
         * @description The plan of the version in which the first participant takes part, and what later versions have otherwise. Texts and
         *     media are no part of it.
         */
        ReportFixedPlan: {
            /** @description What later versions have otherwise, in the order of their activation. */
            deviations: components["schemas"]["ReportDeviation"][];
            /** @description SHA-256 of the plan, as `unmask preregister` writes it. */
            hash: string;
            /** @description Says whether a later version differs from it. */
            summary: string;
            /** @description The version that has it. */
            version: string;
        };
        /**
         * @description A quality flag of a participant's whole data.
         * @enum {string}
         */
        ReportFlag: "hurried" | "same_answer" | "failed_attention" | "media_failed" | "answered_unseen" | "answered_unchecked" | "not_timed" | "set_apart";
        /** @description How many participants have a flag. */
        ReportFlagCount: {
            /**
             * @description Number of participants with the flag by arm. Empty while the study is blinded: content and duration differ
             *     between the arms.
             */
            arms: number[];
            /** @description The flag. */
            flag: components["schemas"]["ReportFlag"];
            /** @description The flag's name in the report's language. */
            label: string;
            /**
             * Format: int32
             * @description Number of randomised participants with the flag.
             */
            people: number;
        };
        /** @description The participant flow (CONSORT 2025, items 22a and 22b). All counts include erased participants. */
        ReportFlow: {
            /** @description Flow of the randomised participants, by arm. */
            arms: components["schemas"]["ReportArmFlow"][];
            /**
             * Format: int32
             * @description Of these, participants who gave consent, including erased ones.
             */
            consented: number;
            /**
             * Format: int32
             * @description Not randomised: participants who have not seen the first page that differs between the arms.
             */
            notRandomised: number;
            /** @description Their current page, or why they left. */
            notRandomisedReasons: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Number of participants randomised.
             */
            randomised: number;
            /**
             * Format: int32
             * @description Number of registered participants.
             */
            registered: number;
        };
        /** @description A hypothesis and its verdict. */
        ReportHypothesis: {
            /** @description The comparison on which it is based. */
            contrast: components["schemas"]["ReportContrast"];
            /** @description Name of the hypothesis in the plan; while the study is blinded, the two arms. */
            id: string;
            kind: components["schemas"]["ComparisonKind"] | null;
            /**
             * Format: double
             * @description In the unit of the outcome. Of a guardrail, the rise that must be ruled out; of a comparison for non-inferiority
             *     or equivalence, the smallest difference that would matter. Null for other hypotheses and for a guardrail without
             *     a margin.
             */
            margin: number | null;
            marginInterval: components["schemas"]["ReportMarginInterval"] | null;
            /** @description Outcome of the hypothesis. */
            outcome: string;
            /**
             * Format: double
             * @description p value against the margin; null without a margin or a difference. Of a guardrail, and of non-inferiority, it is
             *     one-sided: of the hypothesis that the rise, or the disadvantage, is at least the margin. Below 0.025, the
             *     two-sided 95% interval ends before the margin. Of equivalence, it is the larger of two one-sided p values.
             */
            pMargin: number | null;
            /** @description The hypothesis as a sentence. */
            statement: string;
            /** @description The verdict. */
            verdict: components["schemas"]["ReportVerdict"];
            /** @description Name in the data of the later wave in which the outcome is compared. Absent: the first one. */
            wave?: string | null;
            /** @description The verdict in a sentence or two. */
            words: string;
        };
        /** @description The comparisons of the primary outcome with multiple imputation of missing outcomes. */
        ReportImputation: {
            /**
             * @description Differences in d', pooled by Rubin's rules. p values of the primary comparisons are corrected by Holm. Empty if
             *     no outcome is missing.
             */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description Number of imputations; 0 if no outcome is missing. */
            imputations: number;
            /** @description Number of participants whose outcome is imputed, by arm. */
            imputed: number[];
            /** @description The comparisons with a margin among these, tested against it. */
            margins: components["schemas"]["ReportMarginTest"][];
            /** @description Of each of them, how far imputed outcomes must be shifted to change its decision. */
            marginTipping: components["schemas"]["ReportMarginTipping"][];
            /** @description Of each of these, the share of the information that is missing (0 to 1). */
            missingInformation: (number | null)[];
            /** @description Of each primary comparison, how far imputed outcomes must be shifted to change its decision. */
            tipping: components["schemas"]["ReportTipping"][];
        };
        /** @description An item of a test. */
        ReportItem: {
            /** @description Family of the cue. */
            cue: string | null;
            /**
             * @description Correlation of a correct answer here with the share correct on all other items of the same test, from -1 to 1. A
             *     value near 0 or below means that the item measures something else.
             */
            discrimination: components["schemas"]["ReportNumber"];
            /** @description False alarms: share of "altered" answers in the form in which the item is authentic. */
            falseAlarms: components["schemas"]["ReportNumber"];
            /** @description Hits: share of "altered" answers in the form in which the item is manipulated. */
            hits: components["schemas"]["ReportNumber"];
            /** @description Variable. */
            id: string;
            /** @description `image`, `audio`, `video` or `post`; `mixed` if it is another one in another condition or arm. */
            kind: string;
            /** @description `before` or `after`. */
            phase: components["schemas"]["ReportPhase"];
            /** @description Share of correct judgements, with Wilson's interval: the item's easiness. */
            right: components["schemas"]["ReportNumber"];
            /** @description The medium. */
            stimulus: string | null;
            /** @description Title in the language of the bundle: the text of the post, the person who speaks, or what the picture shows. */
            title: string;
        };
        /** @description An item's parameters, with 95% intervals that take the spreads as known. */
        ReportItemParameters: {
            /**
             * @description Of each arm, by which its d' on this item is above what the arm has on the average item, and this item in the
             *     average arm: differential item functioning. Empty before the training.
             */
            arms: components["schemas"]["ReportNumber"][];
            /** @description Their criterion on this item: above 0, the item looks less altered than it is. */
            criterion: components["schemas"]["ReportNumber"];
            /** @description Variable. */
            id: string;
            /**
             * Format: double
             * @description Fisher's information of one answer on a participant's d', at the average participant, mean over the forms.
             */
            information: number;
            /** @description d' of the average participant on this item. */
            sensitivity: components["schemas"]["ReportNumber"];
        };
        /**
         * @description The items and people of one test in one model. The average participant is one with the mean d' and the mean
         *     criterion of the arms.
         */
        ReportItemResponse: {
            /** @description Number of answers. */
            answers: number;
            /**
             * Format: double
             * @description Their criterion c; above 0, "altered" is said less often than "authentic".
             */
            criterion: number | null;
            /**
             * Format: double
             * @description Standard error of the d' of the average participant who answers the whole test.
             */
            error: number | null;
            /**
             * Format: double
             * @description SD between items of what an arm changes in d'; null before the training.
             */
            itemArmSd: number | null;
            /**
             * Format: double
             * @description SD of c between items; null if each item has one truth for everybody.
             */
            itemCriterionSd: number | null;
            /** @description The items. */
            items: components["schemas"]["ReportItemParameters"][];
            /**
             * Format: double
             * @description SD of d' between items.
             */
            itemSensitivitySd: number | null;
            /** @description Number of participants. */
            people: number;
            /**
             * Format: double
             * @description SD of c between participants, without the error of measurement.
             */
            personCriterionSd: number | null;
            /**
             * Format: double
             * @description SD of d' between participants, without the error of measurement.
             */
            personSensitivitySd: number | null;
            /** @description `before` or `after`. */
            phase: components["schemas"]["ReportPhase"];
            /**
             * Format: double
             * @description Reliability of d' in this test, 0 to 1: the variance of d' between participants, divided by itself plus the
             *     squared standard error.
             */
            reliability: number | null;
            /**
             * Format: double
             * @description d' of the average participant on the average item.
             */
            sensitivity: number | null;
            /** @description Why no model was fitted. */
            why: string | null;
        };
        /** @description The bound of a look for a number of remaining hypotheses. */
        ReportLookBound: {
            /**
             * Format: double
             * @description The same as a two-sided p value.
             */
            p: number;
            /**
             * Format: double
             * @description A hypothesis is rejected if |z| is at least this.
             */
            z: number;
        };
        /** @description The test of a primary hypothesis at a look. */
        ReportLookTest: {
            /** @description The bound that it was compared with. */
            bound: components["schemas"]["ReportLookBound"];
            /** @description Whether the bound is crossed: the hypothesis is rejected. */
            crossed: boolean;
            /** @description Name of the hypothesis; null while the study is blinded. */
            hypothesis: string | null;
            /**
             * Format: double
             * @description Two-sided p value, for this comparison and this look alone.
             */
            p: number;
            /**
             * Format: double
             * @description z value of the two-sided p value, with the sign of the difference; while the study is blinded, without it.
             */
            z: number;
        };
        /** @description Loss of the primary outcome, by arm. */
        ReportLoss: {
            /** @description By arm. */
            arms: components["schemas"]["ReportArmLoss"][];
            /**
             * Format: double
             * @description Chi-square statistic for equal loss in all arms. Null if no participant was lost, or all were.
             */
            chiSquare: number | null;
            /** @description How much the loss is a reason for concern. */
            concern: components["schemas"]["ReportConcern"];
            /**
             * Format: double
             * @description Degrees of freedom.
             */
            df: number | null;
            /**
             * Format: double
             * @description p value.
             */
            p: number | null;
            /** @description Share of participants lost in all arms together, with Wilson's interval. */
            share: components["schemas"]["ReportNumber"];
            /**
             * Format: double
             * @description The largest difference between the shares of two arms. Null if an arm has no participants.
             */
            spread: number | null;
        };
        /** @description The interval that decides a test against a margin. */
        ReportMarginInterval: {
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
            /**
             * Format: double
             * @description Its level: for tests at 0.05, 0.9 of equivalence and 0.95 of non-inferiority.
             */
            level: number;
            /**
             * Format: double
             * @description Lower end.
             */
            low: number;
        };
        /** @description The test of a comparison of d' for non-inferiority or equivalence, in some population or with imputed outcomes. */
        ReportMarginTest: {
            /** @description Name of the comparison. */
            comparison: string;
            interval: components["schemas"]["ReportMarginInterval"] | null;
            /** @description What is to be shown. */
            kind: components["schemas"]["ComparisonKind"];
            /**
             * Format: double
             * @description The smallest difference that would matter.
             */
            margin: number;
            /**
             * Format: double
             * @description p value against the margin: one-sided for non-inferiority, the larger of two one-sided for equivalence. Null
             *     without a difference.
             */
            p: number | null;
        };
        /** @description A comparison with a margin, with shifted imputations in its arm. */
        ReportMarginTipping: {
            /** @description Index of the arm that is subtracted. */
            against: number;
            /** @description Index of the arm whose imputed outcomes are shifted. */
            arm: number;
            /** @description Name of the comparison. */
            comparison: string;
            /**
             * Format: double
             * @description The smallest downward shift, in d', with another decision. Null if there is none.
             */
            down: number | null;
            /** @description What is to be shown. */
            kind: components["schemas"]["ComparisonKind"];
            /** @description The comparison by shift. */
            points: components["schemas"]["ReportMarginTippingPoint"][];
            /**
             * Format: double
             * @description The smallest upward shift with another decision. Null if there is none.
             */
            up: number | null;
        };
        /** @description A comparison with a margin, with imputations that are shifted by the same amount. */
        ReportMarginTippingPoint: {
            /** @description The interval that decides. */
            interval: components["schemas"]["ReportMarginInterval"];
            /**
             * Format: double
             * @description p value against the margin.
             */
            p: number;
            /**
             * Format: double
             * @description The shift, in d'.
             */
            shift: number;
            /**
             * Format: double
             * @description The difference.
             */
            value: number;
        };
        /** @description The model of the primary contrasts. */
        ReportModel: {
            /** @description What the model adjusts for. */
            adjustedFor: components["schemas"]["ReportCovariate"][];
            /** @description Adjusted mean of each arm, at the overall means of the covariates. */
            adjustedMeans: components["schemas"]["ReportNumber"][];
            /**
             * Format: double
             * @description p value of the hypothesis that all arms are equal (Wald F, HC3).
             */
            armsP: number | null;
            /** @description Number of participants in the model. */
            n: number;
            /**
             * Format: double
             * @description Residual standard deviation.
             */
            residual: number | null;
            /**
             * Format: double
             * @description Share of variance explained.
             */
            rSquared: number | null;
            /**
             * @description Change of the outcome for each unit of the measure before the training. Without a number if there is no such
             *     measure.
             */
            slope: components["schemas"]["ReportNumber"];
            /** @description Why there is no model. */
            why: string | null;
        };
        /** @description A moderator. */
        ReportModerator: {
            continuous: components["schemas"]["ReportContinuousModerator"] | null;
            /**
             * Format: double
             * @description Its denominator degrees of freedom.
             */
            denominatorDf: number | null;
            /**
             * Format: double
             * @description F of the hypothesis that the differences between all arms are the same in all groups, or that the slope of the
             *     number is the same in all arms (HC3).
             */
            f: number | null;
            /** @description The groups of people, or of items; empty if the moderator is a number. */
            groups: components["schemas"]["ReportModeratorGroup"][];
            /** @description Name of the hypothesis of a confirmatory moderator; null of an exploratory one, and while the study is blinded. */
            hypothesis: string | null;
            /** @description Name in files. */
            id: string;
            /** @description Name: the plan's, or in the report's language. */
            label: string;
            /** @description What is compared, in a few sentences. */
            meaning: string;
            /** @description Number of participants in the model. */
            n: number;
            /**
             * Format: double
             * @description Its numerator degrees of freedom.
             */
            numeratorDf: number | null;
            /**
             * Format: double
             * @description Its p value, not corrected for multiple testing.
             */
            p: number | null;
            /**
             * Format: double
             * @description Of a confirmatory moderator: the p value after Holm's correction over the confirmatory moderators.
             */
            pHolm: number | null;
            /** @description Whether a hypothesis tests it. */
            role: components["schemas"]["ModeratorRole"];
            /** @description The hypothesis as a sentence; null without one. */
            statement: string | null;
            verdict: components["schemas"]["ReportVerdict"] | null;
            /** @description Why there is no test. */
            why: string | null;
            /** @description The verdict in a sentence or two; null without a hypothesis. */
            words: string | null;
        };
        /** @description A group of people by an answer, or of items by their kind. */
        ReportModeratorGroup: {
            /** @description Mean d' after the training, by arm. */
            after: components["schemas"]["ReportNumber"][];
            /** @description Differences between the arms of the primary comparisons, adjusted for d' before the training. */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description Name: the plan's, that of the answer, or that of the kind of item in the report's language. */
            label: string;
        };
        /** @description The differences that the model predicts at a value of the number. */
        ReportModeratorPoint: {
            /** @description Differences between the arms of the primary comparisons. */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description Where it is, in the report's language, such as `Mean − 1 SD`. */
            label: string;
            /**
             * Format: double
             * @description The value of the number; null without a model.
             */
            value: number | null;
        };
        /** @description A number with its 95% interval. */
        ReportNumber: {
            /**
             * Format: double
             * @description Standard deviation between participants, if the number is a mean.
             */
            deviation: number | null;
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number | null;
            /**
             * Format: double
             * @description Lower end of the interval.
             */
            low: number | null;
            /** @description Number of participants, or of answers where stated, on which it is based. */
            n: number;
            /**
             * Format: double
             * @description The number. Null if it can't be computed; `why` gives the reason.
             */
            value: number | null;
            /** @description Why there is no number, or no interval. */
            why: string | null;
        };
        /** @description An outcome. */
        ReportOutcome: {
            /** @description Mean after the training, by arm. */
            after: components["schemas"]["ReportNumber"][];
            /** @description Mean before the training, by arm. Empty if it was not measured before. */
            before: components["schemas"]["ReportNumber"][];
            /** @description Differences between arms after the training, adjusted for the measure before, test form and stratum. */
            contrasts: components["schemas"]["ReportContrast"][];
            /**
             * @description Name in files: a measure (`d_prime`), `d_prime_` with a part of the test, `scale_` with a scale, or `outcome_`
             *     with a planned outcome.
             */
            id: string;
            /** @description Name in the report's language. */
            label: string;
            /** @description Its meaning, in one sentence. */
            meaning: string;
            /** @description Whether this is the primary outcome. */
            primary: boolean;
            role: components["schemas"]["OutcomeRole"] | null;
            /** @description Unit of the numbers. */
            unit: components["schemas"]["ReportUnit"];
        };
        /**
         * @description The test: before or after the training.
         * @enum {string}
         */
        ReportPhase: "before" | "after";
        /** @description A planned look. */
        ReportPlannedLook: {
            /**
             * Format: int32
             * @description The number of participants from which on it can be taken.
             */
            n: number;
            /**
             * Format: double
             * @description Share of the planned number of participants with the primary outcome.
             */
            share: number;
        };
        /** @description The comparisons of the primary outcome in one population. */
        ReportPopulation: {
            /**
             * @description Differences in d' between arms, adjusted for d' before the training. p values of the primary
             *     comparisons are corrected by Holm within the population.
             */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description The population. */
            id: components["schemas"]["ReportPopulationId"];
            /** @description Name in the report's language. */
            label: string;
            /** @description The comparisons with a margin among these, tested against it. */
            margins: components["schemas"]["ReportMarginTest"][];
            /** @description Number of participants with the outcome, by arm. */
            people: number[];
        };
        /**
         * @description A population.
         * @enum {string}
         */
        ReportPopulationId: "modified_intention_to_treat" | "per_protocol" | "unflagged" | "with_excluded";
        /**
         * @description An analysis of the primary outcome.
         * @enum {string}
         */
        ReportPrimaryModel: "ancova" | "probit_mixed";
        /** @description Quartiles of a time: in seconds, and with pauses, even overnight, unless stated otherwise. */
        ReportQuartiles: {
            /**
             * Format: double
             * @description Upper quartile.
             */
            high: number | null;
            /**
             * Format: double
             * @description Lower quartile. All three are null for few participants while the study is blinded.
             */
            low: number | null;
            /**
             * Format: double
             * @description Median.
             */
            median: number | null;
            /** @description Number of participants. */
            n: number;
        };
        /** @description A reason, and how many participants have it. */
        ReportReason: {
            /**
             * Format: int32
             * @description Number of participants.
             */
            people: number;
            /** @description The reason. */
            reason: string;
        };
        /** @description The entry of the trial in a register. */
        ReportRegistration: {
            /** @description Day of the registration, `YYYY-MM-DD`. */
            day: string | null;
            /** @description Number of the entry. */
            number: string;
            /** @description Name of the register, for example `OSF` or `ClinicalTrials.gov`. */
            registry: string;
            /** @description Web address of the entry. */
            url: string | null;
        };
        /** @description How much of a difference in d' is retained in a later wave, among the participants who have d' in both waves. */
        ReportRetainedDifference: {
            /** @description Index of the arm that is subtracted. */
            against: number;
            /** @description Index of the arm. */
            arm: number;
            /** @description Name of the comparison. */
            comparison: string;
            /** @description The difference after the training in the first wave. */
            first: components["schemas"]["ReportNumber"];
            /** @description The difference in the later wave. */
            later: components["schemas"]["ReportNumber"];
            /**
             * @description The later difference divided by the first one, with Fieller's interval. Null if the interval of the first
             *     difference includes 0, and if both tests have different numbers of items.
             */
            share: components["schemas"]["ReportNumber"];
        };
        /** @description A point of the ROC curve. */
        ReportRocPoint: {
            /**
             * Format: double
             * @description Share of authentic items rated at least this suspicious.
             */
            falseAlarms: number;
            /**
             * Format: double
             * @description Share of manipulated items rated at least this suspicious.
             */
            hits: number;
        };
        /** @description A scale. */
        ReportScale: {
            /**
             * @description Cronbach's α over the randomised participants who answered all items; without a number if it does not describe
             *     the scale.
             */
            alpha: components["schemas"]["ReportNumber"];
            /** @description Mean score by arm. */
            arms: components["schemas"]["ReportNumber"][];
            /** @description The score's variable. */
            id: string;
            /** @description Number of items. */
            items: number;
            /** @description Name. */
            label: string;
            /** @description `pre`, `treatment` or `post`. */
            questionnaire: string;
        };
        /** @description The planned looks, and what was found at those that were taken. */
        ReportSequential: {
            /** @description The looks that were taken, the earliest first. A final analysis is the last one. */
            looks: components["schemas"]["ReportSequentialLook"][];
            /** @description The planned looks. */
            planned: components["schemas"]["ReportPlannedLook"][];
            /**
             * Format: int32
             * @description Planned number of participants with the primary outcome at the end.
             */
            plannedN: number;
            /** @description How much of alpha each look may spend. */
            spending: components["schemas"]["Spending"];
        };
        /** @description A look that was taken, or the final analysis. */
        ReportSequentialLook: {
            /** @description The bounds: of one remaining hypothesis, of two, and so on. */
            bounds: components["schemas"]["ReportLookBound"][];
            /** @description Whether it is the final analysis. */
            last: boolean;
            /**
             * Format: int32
             * @description Number of participants with the primary outcome.
             */
            n: number;
            /**
             * Format: double
             * @description Share of the planned information by which alpha is spent: 1 at the target.
             */
            share: number;
            /**
             * Format: double
             * @description The part of alpha that is spent up to this look.
             */
            spent: number;
            /** @description The hypotheses that were tested. While the study is blinded, they have no names, and the largest z is the first. */
            tests: components["schemas"]["ReportLookTest"][];
        };
        /** @description A combination of choices and its result. */
        ReportSpecification: {
            /** @description ID of the option of each decision; null if the decision does not apply to the outcome. */
            choices: (string | null)[];
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number | null;
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number | null;
            /** @description Number of participants in the model. */
            n: number;
            /** @description Whether this is the analysis of the plan, as far as the program computes it. */
            planned: boolean;
            standardised: components["schemas"]["ReportStandardised"] | null;
            /** @description Unit of the difference. */
            unit: components["schemas"]["ReportUnit"];
            /**
             * Format: double
             * @description The difference, in the unit of its outcome.
             */
            value: number | null;
            /** @description Why there is no difference. */
            why: string | null;
        };
        /** @description A comparison under every combination of choices. */
        ReportSpecificationCurve: {
            /** @description Number of specifications whose 95% interval is above 0. */
            above: number;
            /** @description Index of the arm that is subtracted. */
            against: number;
            /** @description Index of the arm. */
            arm: number;
            /** @description Number of specifications whose 95% interval is below 0. */
            below: number;
            /** @description Name of the comparison. */
            comparison: string;
            /** @description Number of specifications with an effect: those that the following numbers are about. */
            computed: number;
            /** @description What is chosen. */
            decisions: components["schemas"]["ReportDecision"][];
            /**
             * Format: double
             * @description The largest effect, with its sign.
             */
            largest: number | null;
            /**
             * Format: double
             * @description Median of the effects, in standard deviations.
             */
            median: number | null;
            /** @description ID of the planned outcome. */
            outcome: string;
            /**
             * @description Number of specifications whose effect has the sign of the planned one, which counts itself. Null without a
             *     planned effect.
             */
            sameSign: number | null;
            /**
             * Format: double
             * @description The smallest effect, with its sign.
             */
            smallest: number | null;
            /**
             * @description All combinations, in the order of the decisions' options. A combination with the same participants as an earlier
             *     one is left out.
             */
            specifications: components["schemas"]["ReportSpecification"][];
            /** @description These numbers in a sentence. */
            summary: string;
        };
        /** @description The stage of the study, and its progress towards the target. Simulated participants are not counted. */
        ReportStage: {
            /** @description The stage. */
            kind: components["schemas"]["ReportStageKind"];
            /**
             * Format: int32
             * @description Number of participants with the primary outcome who are not excluded.
             */
            n: number;
            /**
             * Format: double
             * @description Standard deviation of the primary outcome after the training, over all arms together. Only in an interim report.
             */
            outcomeSd: number | null;
            /**
             * Format: int32
             * @description Number of randomised participants, including erased ones.
             */
            randomised: number;
            /**
             * Format: int32
             * @description Number of participants to be randomised; null without a target.
             */
            target: number | null;
        };
        /**
         * @description Whether outcomes are shown by arm, and why.
         * @enum {string}
         */
        ReportStageKind: "unrestricted" | "interim" | "planned_look" | "early" | "final";
        /** @description A difference in standard deviations of the outcome between the participants of the same arm (Hedges' g). */
        ReportStandardised: {
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number;
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number;
            /**
             * Format: double
             * @description The difference.
             */
            value: number;
        };
        /** @description A step of an arm. */
        ReportStepTime: {
            /**
             * Format: int32
             * @description Participants who entered the step.
             */
            entered: number;
            /** @description First page of the step. */
            page: string;
            /**
             * Format: int32
             * @description Of these, participants who have not reached the next step.
             */
            stayed: number;
            /** @description Time until the next step. */
            time: components["schemas"]["ReportQuartiles"];
        };
        /** @description Times of an arm, or of all arms together while the study is blinded. */
        ReportTimes: {
            /** @description Index of the arm. Null while the study is blinded, because durations would reveal the arms. */
            arm: number | null;
            /** @description Times and completion by step. */
            steps: components["schemas"]["ReportStepTime"][];
            /**
             * @description Time from the first step to the end, of participants who reached the end; like all times without simulated
             *     participants, unless the report has no others.
             */
            whole: components["schemas"]["ReportQuartiles"];
        };
        /** @description A comparison with shifted imputations in its arm. */
        ReportTipping: {
            /** @description Index of the arm that is subtracted. */
            against: number;
            /** @description Index of the arm whose imputed outcomes are shifted. */
            arm: number;
            /** @description Name of the comparison. */
            comparison: string;
            /**
             * Format: double
             * @description The smallest downward shift, in d', with another decision. Null if there is none.
             */
            down: number | null;
            /** @description The comparison by shift. */
            points: components["schemas"]["ReportTippingPoint"][];
            /**
             * Format: double
             * @description The smallest upward shift with another decision. Null if there is none.
             */
            up: number | null;
        };
        /** @description A comparison with imputations that are shifted by the same amount. */
        ReportTippingPoint: {
            /**
             * Format: double
             * @description Upper end of the interval.
             */
            high: number;
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number;
            /**
             * Format: double
             * @description p value after Holm's correction, with the p values of the other comparisons as they are.
             */
            pHolm: number;
            /**
             * Format: double
             * @description The shift, in d'.
             */
            shift: number;
            /**
             * Format: double
             * @description The difference.
             */
            value: number;
        };
        /** @description What the study states about the trial, and its course. Days are those of UTC. */
        ReportTrial: {
            /** @description Activations while people took part, with the reasons that were given; absent without any. */
            activations?: components["schemas"]["ReportActivation"][];
            /** @description Says that the study was changed after its first participant; null if it was not. */
            changed: string | null;
            /** @description Conflicts of interest. */
            conflicts: string | null;
            detectable: components["schemas"]["ReportDetectable"] | null;
            /** @description Day of the first registration of a participant in the data, `YYYY-MM-DD`. */
            firstRegistration: string | null;
            /** @description Funding and the funders' role. */
            funding: string | null;
            /** @description Which harms were expected, and how they are assessed. */
            harms: string | null;
            /** @description Day of the last one. */
            lastRegistration: string | null;
            plan: components["schemas"]["ReportFixedPlan"] | null;
            /** @description Web address of the protocol. */
            protocol: string | null;
            registration: components["schemas"]["ReportRegistration"] | null;
            /** @description Versions of the study, the oldest first. */
            versions: components["schemas"]["ReportTrialVersion"][];
        };
        /** @description A version of the study. */
        ReportTrialVersion: {
            /** @description Day of its first activation. */
            activated: string;
            /** @description It was first activated after the first participant had registered. */
            afterFirst: boolean;
            /**
             * Format: int32
             * @description Number of participants in the data who take part in it.
             */
            people: number;
            /** @description Its hash. */
            version: string;
        };
        /**
         * @description Unit of an outcome.
         * @enum {string}
         */
        ReportUnit: "share" | "deviations" | "area" | "score" | "points";
        /**
         * @description The decision on a hypothesis.
         * @enum {string}
         */
        ReportVerdict: "supported" | "shown" | "not_shown" | "opposite" | "held" | "harm" | "unclear" | "decided_by_model" | "different" | "not_different" | "not_computed";
        /**
         * @description How long the audio and video of information items were watched or listened to in a part of the study. Each second of
         *     a recording counts once.
         */
        ReportWatched: {
            /** @description The arms that have recordings in it. */
            arms: components["schemas"]["ReportWatchedArm"][];
            /** @description Name in the data of the part; `main` for the first one. */
            wave: string;
        };
        /** @description How long recordings were watched in an arm. */
        ReportWatchedArm: {
            /** @description Share of `people` who watched all of it: at least 95%, because players report the end of a recording roughly. */
            all: components["schemas"]["ReportNumber"];
            /** @description Index of the arm. */
            arm: number;
            /** @description Share of `people` who watched at least half of the length. */
            half: components["schemas"]["ReportNumber"];
            /**
             * Format: double
             * @description Length of the recordings in minutes.
             */
            length: number;
            /** @description Minutes watched, of those of whom a submission reports a recording. */
            minutes: components["schemas"]["ReportQuartiles"];
            /**
             * Format: int32
             * @description Number of randomised participants who are not excluded, for whom the part is planned.
             */
            people: number;
        };
        /** @description A wave after the first one. */
        ReportWave: {
            /** @description Name in the data of the wave that must be completed first. */
            after: string;
            /** @description Name of the hypothesis that d' in it is higher in the primary arms. Absent if the wave is exploratory. */
            hypothesis?: string | null;
            /** @description Name in the data. */
            id: string;
            /** @description Number of judgement items that all arms have in the wave. */
            items: number;
            /** @description Who came back. */
            loss: components["schemas"]["ReportWaveLoss"];
            /** @description d' and criterion; empty without judgement items, and in an interim report. */
            outcomes: components["schemas"]["ReportWaveOutcome"][];
            /** @description Name of the part of the test afterwards with which retained differences are computed. Absent: all of it. */
            part?: string | null;
            /** @description How much of each primary difference is retained; empty without judgement items, and in an interim report. */
            retained: components["schemas"]["ReportRetainedDifference"][];
            /** @description Name for participants. */
            title: string;
        };
        /** @description Who came back for a wave. Erased participants are only counted among all who were randomised. */
        ReportWaveLoss: {
            /** @description By arm; only arms that have the wave. */
            arms: components["schemas"]["ReportArmWaveLoss"][];
            /**
             * Format: double
             * @description Chi-square statistic for equal loss in all arms. Null if no participant was lost, or all were.
             */
            chiSquare: number | null;
            /**
             * @description The day, `YYYY-MM-DD`, on which the wave closes for the last of those who have not completed it. Null if all
             *     have.
             */
            closes: string | null;
            /**
             * Format: double
             * @description Degrees of freedom.
             */
            df: number | null;
            /**
             * Format: double
             * @description p value.
             */
            p: number | null;
            /** @description Share of participants who have not completed the wave, in all arms together, with Wilson's interval. */
            share: components["schemas"]["ReportNumber"];
            /** @description Share of all randomised participants of these arms who have not completed the wave, with Wilson's interval. */
            shareOfRandomised: components["schemas"]["ReportNumber"];
            /**
             * Format: double
             * @description The largest difference between the shares of two arms. Null if an arm has no participants.
             */
            spread: number | null;
        };
        /** @description A measure in a wave. */
        ReportWaveOutcome: {
            /**
             * @description The primary comparisons of arms that have the wave, adjusted as in the first wave. No p value is
             *     corrected; they are exploratory unless the wave has a hypothesis.
             */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description ID of the outcome. */
            id: string;
            /** @description Name. */
            label: string;
            /** @description Mean of each arm. */
            means: components["schemas"]["ReportNumber"][];
            /** @description Unit. */
            unit: components["schemas"]["ReportUnit"];
        };
        /** @description A request to withdraw a participant on their behalf. */
        ResearcherWithdrawalRequest: {
            /** @description What happens to the data. The researcher can always erase them, as the law requires. */
            mode: components["schemas"]["WithdrawalMode"];
            /** @description Reason, for the audit log: when and how the participant asked for it. */
            reason: string;
        };
        /** @description A look at outcomes by arm, in the console, by a command or in a data package. */
        ResultsLook: {
            /** @description When. */
            at: string;
            /**
             * Format: int32
             * @description Number of participants with the primary outcome.
             */
            n: number;
            /** @description The stage of the report. */
            stage: components["schemas"]["ReportStageKind"];
        };
        /**
         * @description Role of an account.
         * @enum {string}
         */
        Role: "participant" | "admin";
        /** @description The role of a person in a study. */
        RoleEntry: {
            /** @description Whether they may unblind themselves. */
            mayUnblind: boolean;
            role: components["schemas"]["StudyRole"];
            since: string;
            /** @description ID of the study, or `*` for all studies. */
            study: string;
        };
        /** @description A role to give. */
        RoleToGive: {
            /** @description Whether they may unblind themselves. */
            mayUnblind?: boolean;
            role: components["schemas"]["StudyRole"];
        };
        /** @description A value that a condition compares an answer with. */
        ScalarAnswer: string | number | boolean;
        /** @description The allocation schedule. */
        ScheduleState: {
            /**
             * @description SHA-256 of the allocation seed, recorded before the first participant. Publish it with the registration of the
             *     study.
             */
            commitment: string | null;
            /**
             * Format: int64
             * @description Number of slots generated so far, assigned or free.
             */
            slots: number;
        };
        /** @description Tokens and the user they belong to. */
        Session: components["schemas"]["Tokens"] & {
            /** @description The signed-in user. */
            user: components["schemas"]["User"];
        };
        /** @description A medium, or a text without one, that was visible for the first time. */
        Shown: {
            /**
             * @description ID of the question, post or clip; in a questionnaire the section, or with `one_per_page` one of its pages:
             *     `<section>/<item>`, or `<section>/<item>/initial`; there `<section>/<item>` for a post or text without a medium;
             *     `practice` for the practice item.
             */
            item: string;
            /** @description UUID, new for each exposure. A repeat with the same key gets the same receipt. */
            key: string;
            /** @description Address of the medium; null for a text without one. */
            medium?: string | null;
            /**
             * Format: double
             * @description When it was first visible: milliseconds since the page was shown, by the browser's monotonic clock.
             */
            shown?: number | null;
        };
        /** @description A moment, `2026-11-20T10:00:00.000Z`. For those who are blinded, moments after the entry into the arm-specific part show only the day (UTC), `2026-11-20`: the time spent there would reveal the arm. */
        ShownTime: string;
        /** @description The pages of one item, such as a question with its follow-up and feedback. */
        ShownViews: {
            /** @description Number among items of the same kind, from 1; null if there is only one. */
            number: number | null;
            /** @description Title from the bundle; null if the kind of page is sufficient. */
            title: string | null;
            /** @description Pages in the order in which participants see them. */
            views: components["schemas"]["PageView"][];
        };
        /**
         * @description How much of the error rate may be spent up to an information fraction. On each side, half of it is spent.
         * @enum {string}
         */
        Spending: "obrien_fleming" | "pocock";
        /**
         * @description When a judgement is made: once, or before and after advice.
         * @enum {string}
         */
        Stage: "only" | "initial" | "final";
        /**
         * @description The completion funnel at one step: number of participants who entered it, completed it, dropped out there, or are
         *     there now.
         */
        StepCounts: {
            /**
             * Format: int64
             * @description Active: there now, last move less than 10 minutes ago.
             */
            active: number;
            /**
             * Format: int64
             * @description Went on to the next step, or reached the end.
             */
            completed: number;
            /**
             * Format: int64
             * @description Dropped out: there now, without a move for a day.
             */
            droppedOut: number;
            /** Format: int64 */
            entered: number;
            /**
             * Format: int64
             * @description Idle: there now, last move 10 to 30 minutes ago.
             */
            idle: number;
            /**
             * Format: int64
             * @description Inactive: there now, without a move for half an hour.
             */
            inactive: number;
            /**
             * Format: double
             * @description Median time from entering to completing the step, in seconds. Null if no participant has completed it, or too
             *     few to show for those who are blinded.
             */
            medianSeconds: number | null;
            /**
             * @description Path of the first page of the step; `/consent` before the first step, `/group-part` for the arm-specific part
             *     for those who are blinded.
             */
            step: string;
            /**
             * Format: int64
             * @description Ended at this step: turned away by their answers, timed out, or failed checks.
             */
            turnedAway: number;
            /**
             * Format: int64
             * @description Withdrew at this step; their data are kept.
             */
            withdrawn: number;
        };
        /** @description The pages of a step. */
        StepViews: {
            /** @description Items in the order of the bundle's files. */
            shown: components["schemas"]["ShownViews"][];
            /** @description Path of the first page of the step. */
            step: string;
        };
        /** @description The studies that a person works with. */
        Studies: {
            /** @description The one at the root is first. */
            studies: components["schemas"]["StudyEntry"][];
        };
        /**
         * @description Whether a study is served.
         * @enum {string}
         */
        StudyCondition: "open" | "opening" | "unavailable" | "archived";
        /** @description A study for a person. */
        StudyEntry: {
            /** @description When it was archived. */
            archivedAt: string | null;
            /** @description Why it could not be opened; for its owners. */
            fault: string | null;
            /** @description Its own host name, if it has one. */
            host: string | null;
            /** @description ID in the installation; `main` at the root. */
            id: string;
            /** @description Whether the person may unblind themselves. */
            mayUnblind: boolean;
            /** @description What its paths begin with; empty at the root, and under a host name of its own. */
            path: string;
            recruitment: components["schemas"]["StudyStatus"] | null;
            /** @description The person's role. */
            role: components["schemas"]["StudyRole"];
            state: components["schemas"]["StudyCondition"];
            title: string;
        };
        /** @description The study folder of this server. */
        StudyFolder: {
            changes: components["schemas"]["Changes"] | null;
            /** @description Why it can't be activated, in English; null if it can. */
            error: string | null;
            /** @description What is wrong in its files; empty if nothing is. */
            findings: components["schemas"]["Finding"][];
            /** @description Whether the folder that was there before the last upload can be put back. */
            hasFormer: boolean;
            /** @description SHA-256 of the bundle in it; null if it can't be read. */
            hash: string | null;
            /** @description Where it is on the server. */
            path: string;
            state: components["schemas"]["FolderState"];
        };
        /** @description Public information about the study. */
        StudyInfo: {
            analytics: components["schemas"]["PublicAnalytics"] | null;
            /**
             * @description Text to show while registration is not possible, as HTML: the page `closed-paused`, `closed-over` or
             *     `closed-full` of the bundle, or `closed` if it has no such page.
             */
            closed: string | null;
            /** @description Contact for questions. */
            contact: components["schemas"]["PublicContact"];
            ethics: components["schemas"]["PublicEthics"] | null;
            /** @description Short name. */
            id: string;
            /** @description The landing page. */
            landing: components["schemas"]["PublicLanding"];
            /**
             * @description The parameter of the link whose value is the account. Absent if participants register with a username and a
             *     password.
             */
            linkAccount?: string | null;
            /** @description Available languages, the language of the bundle first. */
            locales: components["schemas"]["LocaleName"][];
            /**
             * Format: int32
             * @description Minimum age in years.
             */
            minimumAge: number;
            /**
             * Format: int32
             * @description Duration in minutes.
             */
            minutes: number;
            /** @description Whether registration is possible now. */
            open: boolean;
            /** @description Names of the link's parameters to send as `recruitment` when registering. */
            recruitmentParameters: string[];
            title: string;
            /** @description Advice on choosing a username. */
            usernameHint: string;
            /** @description The choice that participants have when they withdraw. */
            withdrawal: components["schemas"]["Withdrawal"];
        };
        /** @description The latest results. */
        StudyResults: {
            /** @description When the data for the report were read; null while the first report is being computed. */
            asOf: string | null;
            /** @description Whether a newer report is being computed. If so, repeat the request in a second or two. */
            computing: boolean;
            /** @description Looks at outcomes by arm so far, oldest first: of one number of participants and stage, the first. */
            looks: components["schemas"]["ResultsLook"][];
            report: components["schemas"]["Report"] | null;
        };
        /**
         * @description What a person is in a study.
         * @enum {string}
         */
        StudyRole: "owner" | "editor" | "monitor" | "analyst" | "auditor";
        /** @description Returns the study's status, limits, versions and allocation schedule. */
        StudyState: {
            /**
             * Format: int64
             * @description Number of participants with a slot now, as counted for quotas and target. Simulated participants use a separate
             *     schedule and are not counted.
             */
            allocated: number;
            /** @description Quotas on answers of the active version, in its order; absent without any. */
            answerQuotas?: components["schemas"]["AnswerQuota"][];
            /** @description By arm. */
            arms: components["schemas"]["ArmState"][];
            /** @description Whether the person who asks is blinded. */
            blinded: boolean;
            /** @description The parts of the study with the steps of each arm, of the active version. */
            design: components["schemas"]["DesignPart"][];
            /** @description When the study was anonymised or erased; null if it was not. Afterwards it can't be reopened. */
            endedAt: string | null;
            /** @description Short name. */
            id: string;
            /** @description Languages of the bundle, its original language first. */
            locales: string[];
            /** @description Whether a new participant can register now: recruitment is open, and the study is not full. */
            open: boolean;
            /**
             * Format: int32
             * @description Quota of all arms together, below the target; null without a quota.
             */
            quota: number | null;
            /** @description The allocation schedule. */
            schedule: components["schemas"]["ScheduleState"];
            /** @description Recruitment status. */
            status: components["schemas"]["StudyStatus"];
            /**
             * @description Paths of the steps of all arms, in one order: `/consent` before the first step, `/group-part` for the
             *     arm-specific part for those who are blinded.
             */
            steps: string[];
            /**
             * Format: int32
             * @description Target of the bundle; null without a target.
             */
            target: number | null;
            title: string;
            /**
             * @description The units that were allocated, such as classes, in the order of their allocation; absent if participants are
             *     allocated.
             */
            units?: components["schemas"]["UnitState"][];
            /** @description All study versions, newest first. */
            versions: components["schemas"]["Version"][];
        };
        /**
         * @description Recruitment status.
         * @enum {string}
         */
        StudyStatus: "open" | "paused" | "closed";
        /** @description A study to create. */
        StudyToCreate: {
            /** @description ID of a study whose bundle is copied, without data; in place of title and template. */
            copyOf?: string | null;
            /** @description Host name of its own; otherwise it is below `/s/`. */
            host?: string | null;
            /** @description Part of its address: lower-case letters, digits and hyphens. */
            id: string;
            /** @description Template to start from: `training`, `arms`, `follow-up` or `screening`. */
            template?: string | null;
            /** @description Title, at most 200 characters; only with a template. */
            title?: string | null;
        };
        Submitted: {
            /**
             * @description Answers by variable. Null if they can't be read, and for those who are blinded for answers after the
             *     arm-specific part.
             */
            answers: {
                [key: string]: unknown;
            } | null;
            /** @description When the submission was stored. */
            at: components["schemas"]["ShownTime"];
            /**
             * Format: int64
             * @description Number of the attempt, from 1.
             */
            attempt: number;
            /** @description Whether a judgement is correct; null for other items. */
            correct: boolean | null;
            /** @description Quality flags. */
            flags: components["schemas"]["QualityFlag"][];
            /**
             * Format: double
             * @description Seconds of `seconds` during which the page was hidden.
             */
            hiddenSeconds: number | null;
            /** @description Name of the item in the data. */
            item: string;
            /** @description Questions by variable. */
            labels: {
                [key: string]: string;
            };
            /** @description Media that were shown, and how they were played. */
            media: components["schemas"]["MediaExposure"][];
            /** @description Number of the receipt. Null where only the day is shown, because the number contains the time. */
            receipt: string | null;
            /**
             * Format: double
             * @description Seconds from showing the page to the submission.
             */
            seconds: number | null;
            stage?: components["schemas"]["Stage"] | null;
            step: string;
            /** @description Title of the item from the bundle; null if it has none. */
            title: string | null;
        };
        /** @description A suggested username. */
        Suggestion: {
            /** @description A username that is not taken and does not identify the person. */
            username: string;
        };
        /**
         * @description An event in a participant's timeline. Times are from the server's clock. Those of usage events are from the
         *     browser's clock, except for those who are blinded: a slow clock would place later events before the entry into the
         *     arm-specific part.
         */
        TimelineMoment: {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "registered";
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "consented";
            /** @description Text of each consent statement. Empty if the bundle contains another version of the consent text. */
            labels: {
                [key: string]: string;
            };
            /** @description Language in which the text was shown. */
            locale: string;
            /** @description Each consent statement by its ID, in the order of the consent text: accepted or not. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the consent text. */
            version: string;
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "entered";
            step: string;
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "exposed";
        } | (components["schemas"]["Submitted"] & {
            /** @enum {string} */
            kind: "submitted";
        }) | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "finished";
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "wave";
            state: components["schemas"]["WaveState"];
            /** @description Its name for participants, in the study's language. */
            title: string;
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "withdrawn";
        } | {
            actor: string;
            at: string;
            /** @enum {string} */
            kind: "excluded";
            reason: string;
        } | {
            actor: string;
            at: string;
            /** @enum {string} */
            kind: "included";
            /** @description Reason; null in entries of older versions, which did not ask for one. */
            reason: string | null;
        } | {
            /** @description Time by the browser's clock. For those who are blinded, the time at which the server received it. */
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "event";
            name: string;
            /** @description Path of the page; null if unknown. */
            page: string | null;
        };
        /** @description Times of a submission. All times are milliseconds since the page was shown, by the browser's monotonic clock. */
        Timing: {
            /** @description Every change of an answer. */
            changes?: components["schemas"]["Moment"][];
            /**
             * Format: double
             * @description First use of any control.
             */
            firstInteraction?: number | null;
            /**
             * Format: double
             * @description How long the page was hidden.
             */
            hidden?: number;
            /** @description How each medium was played. */
            media?: components["schemas"]["MediaTiming"][];
            /** @description Each opening of a piece of evidence. */
            opened?: components["schemas"]["Moment"][];
            /**
             * Format: double
             * @description When the participant submitted the answers.
             */
            submit: number;
        };
        /** @description Tokens of a session. */
        Tokens: {
            /** @description Access token, sent with every call as bearer token. */
            access_token: string;
            /** @description Refresh token, to be exchanged for a new pair. */
            refresh_token: string;
        };
        /** @description A token to create. */
        TokenToCreate: {
            /**
             * Format: int32
             * @description Days until it expires, 1 to 366.
             */
            days: number;
            /** @description Whether it may unblind itself, which an export needs once there are participants. */
            mayUnblind?: boolean;
            /** @description What it is for. */
            name: string;
            /** @description What it may do. */
            role: components["schemas"]["StudyRole"];
            /** @description ID of the study, or `*` for all studies. */
            study: string;
        };
        /** @description A request to unblind the person who makes it, or everybody. */
        UnblindingRequest: {
            /**
             * @description Unblind everybody: all who use the console, now or later, and the command line. Otherwise, only the person who
             *     makes the request.
             */
            everybody?: boolean;
            /** @description Reason, for the audit log. */
            reason: string;
        };
        /** @description Who is unblinded, and what that means for the person who asks. */
        UnblindingState: {
            /** @description The arms, blinded or with their names. */
            arms: components["schemas"]["ArmName"][];
            /**
             * @description Whether requesting a data package would unblind the person who asks. False while only simulated participants
             *     have taken part, because their arms are no secret.
             */
            byExport: boolean;
            /** @description Whether everybody is unblinded. Once true, it stays true. */
            everybody: boolean;
            /** @description Whether the person who asks is unblinded. Once true, it stays true. */
            unblinded: boolean;
            /** @description All unblindings, the oldest first. */
            unblindings: components["schemas"]["RecordedUnblinding"][];
        };
        /** @description A unit of allocation, such as a class. */
        UnitState: {
            arm: components["schemas"]["ArmName"] | null;
            /** @description Code in the link; null once the study is anonymised. */
            code: string | null;
            /**
             * Format: int64
             * @description Members who saw the first page that differs between the arms, and have not withdrawn.
             */
            exposed: number;
            /**
             * Format: int64
             * @description Members with a slot.
             */
            members: number;
            /** @description Stratum; empty without strata. */
            stratum: string;
            /**
             * Format: int64
             * @description Number in the data.
             */
            unit: number;
        };
        /** @description Usage analytics of participants who agreed to them, as reported by their browsers. Not research data. */
        Usage: {
            /** @description Whether the person who asks is blinded. If so, the arm-specific part is omitted. */
            blinded: boolean;
            /** @description Whether this server collects usage analytics. */
            collected: boolean;
            /** @description Funnel of page views. */
            funnel: components["schemas"]["UsageFunnel"];
            /** @description Events by kind. */
            kinds: components["schemas"]["KindUsed"][];
            /** @description Views by page, most viewed first. */
            pages: components["schemas"]["PageUsed"][];
        };
        /** @description The funnel of page views. */
        UsageFunnel: {
            /** @description All arms together. */
            all: components["schemas"]["UsageStep"][];
            /** @description By arm. Empty for those who are blinded, because the pages would reveal the arms. */
            arms: components["schemas"]["ArmUsage"][];
        };
        /** @description Number of participants who viewed a step, and who continued. */
        UsageStep: {
            /**
             * Format: int64
             * @description Of these, participants who viewed a page of a later step.
             */
            continued: number;
            /**
             * Format: double
             * @description Median time from the first view of this step to the first view of the next, in seconds, by the browsers' clocks.
             *     Null if no participant continued, or too few to show for those who are blinded.
             */
            medianSeconds: number | null;
            /**
             * Format: int64
             * @description Participants who viewed a page of the step.
             */
            people: number;
            /** @description Path of the first page of the step; `/group-part` for the arm-specific part for those who are blinded. */
            step: string;
        };
        User: {
            /** @description ID for usage analytics; null if the user has not agreed to them. */
            analyticsId: string | null;
            /** @description The calls of the console that the person's role includes, as method and path. Absent for participants. */
            calls?: string[];
            /** @description Participant code, to quote in messages to the researcher. */
            code: string | null;
            /** @description IDs of the completed personas of Flow B. */
            completedPersonas: string[];
            consent: components["schemas"]["GivenConsent"] | null;
            /** @description Path of the current page. */
            currentState: string;
            groupType: components["schemas"]["ArmId"] | null;
            /** @description Whether the participant hears the sound, by the sound check. Null before it, and if the study has none. */
            hearsSound: boolean | null;
            invitations?: components["schemas"]["Invitations"] | null;
            /** @description Whether the account has no password yet: a recruitment link opens it. Absent for all others. */
            passwordless?: boolean | null;
            /** @description First and last name. */
            profile: components["schemas"]["Profile"];
            progress: components["schemas"]["ProgressSummary"] | null;
            /** @description Role of the account. */
            role: components["schemas"]["Role"];
            /** @description The pages of the console that the person's role includes. Absent for participants. */
            sections?: string[];
            turnedAway?: components["schemas"]["Outcome"] | null;
            /** @description Username. */
            username: string;
            /** @description The later parts of the study, once they are planned for the participant. Absent if there are none. */
            waves?: components["schemas"]["LaterPart"][];
            /** @description Whether the participant has withdrawn. */
            withdrawn: boolean;
        };
        /**
         * @description All error codes of answers.
         * @enum {string}
         */
        ValidationCode: "choose_one" | "choose_any" | "choose_some" | "choose_min" | "choose_max" | "choose_alone" | "choose_point" | "whole" | "number" | "range" | "whole_range" | "at_least" | "at_most" | "enter" | "shorter" | "longer" | "plain" | "day" | "day_range" | "day_from" | "day_until" | "unknown" | "rank_each" | "set_slider";
        /** @description Whether the user may be on a page now. */
        Validity: {
            /** @description Whether the user may be on the page. */
            isValid: boolean;
        };
        /** @description A study version. */
        Version: {
            /** @description When the version was first activated. */
            activatedAt: string;
            /** @description Whether new participants get this version. */
            active: boolean;
            /** @description SHA-256 of the bundle. */
            hash: string;
            /**
             * Format: int64
             * @description Number of participants with this version.
             */
            people: number;
            /**
             * Format: int64
             * @description Number of simulated participants with this version.
             */
            simulated: number;
        };
        /** @description The active study version, compared with the study folder of this server. */
        VersionState: {
            active: components["schemas"]["ActiveVersion"];
            folder: components["schemas"]["StudyFolder"];
        };
        /**
         * @description Kind of page.
         * @enum {string}
         */
        ViewKind: "start" | "section" | "opening" | "clip" | "question" | "followup" | "right" | "wrong" | "interim" | "done" | "dashboard" | "end";
        /** @description Participants for whom a later part is planned, because they completed the earlier one. Each is counted once. */
        WaveCounts: {
            /**
             * Format: int64
             * @description They have completed it.
             */
            completed: number;
            /**
             * Format: int64
             * @description They said before they began it that they will not take part in it.
             */
            declined: number;
            /**
             * Format: int64
             * @description They failed checks in it.
             */
            failed: number;
            /**
             * Format: int64
             * @description It is over for them, and they have not completed it.
             */
            missed: number;
            /**
             * Format: int64
             * @description It is open for them, and they have not begun it.
             */
            open: number;
            /**
             * Format: int64
             * @description They have begun it and can complete it.
             */
            started: number;
            /**
             * Format: int64
             * @description Its time limit passed.
             */
            timedOut: number;
            /**
             * Format: int64
             * @description It opens later for them.
             */
            waiting: number;
            /**
             * Format: int64
             * @description They withdrew before they completed it; their data are kept.
             */
            withdrawn: number;
        };
        /** @description A later part of the study. */
        WaveOverview: {
            all: components["schemas"]["WaveCounts"] | null;
            /** @description By arm. Empty for those for whom `all` is null. */
            arms: components["schemas"]["ArmWaveCounts"][];
            /** @description Its ID in the data. */
            id: string;
            /** @description Its name for participants, in the study's language. */
            title: string;
        };
        /**
         * @description The state of a wave for a participant who takes part in the study.
         * @enum {string}
         */
        WaveState: "waiting" | "open" | "started" | "completed" | "missed" | "timed_out" | "failed" | "declined";
        /** @description How people can sign in. */
        WaysToSignIn: {
            /** @description Whether passkeys work at this address. */
            passkeys: boolean;
            /** @description What the button for single sign-on says; null without it. */
            sso: string | null;
        };
        /** @description The way to the provider. */
        WayToProvider: {
            /** @description Secret for the call that completes the sign-in. */
            attempt: string;
            /** @description Where to send the browser. */
            location: string;
        };
        /** @description A webhook without its secret. */
        WebhookRow: {
            createdAt: string;
            /** @description Since when it gets no events, because its receiver wants none (410); null if it gets them. */
            disabledAt: string | null;
            /** @description The events that are sent. */
            events: components["schemas"]["EventKind"][];
            id: string;
            /** @description Where events are sent. */
            url: string;
        };
        /** @description The webhooks of the study. */
        Webhooks: {
            /** @description The events that a webhook can be for. */
            events: components["schemas"]["EventKind"][];
            /** @description The oldest first. */
            webhooks: components["schemas"]["WebhookRow"][];
        };
        /**
         * @description What happens to the data of participants who withdraw.
         * @enum {string}
         */
        Withdrawal: "choose" | "keep" | "erase";
        /**
         * @description What happens to the participant's data.
         * @enum {string}
         */
        WithdrawalMode: "keep" | "erase";
        /** @description Confirmation of a withdrawal. */
        WithdrawalReceipt: {
            at: string;
            /** @description What happened to the data. */
            mode: components["schemas"]["WithdrawalMode"];
            /** @description Number of the withdrawal, to quote in messages to the researcher. */
            receipt: string;
        };
        /** @description The participant's own withdrawal. */
        WithdrawalReply: components["schemas"]["WithdrawalReceipt"] & {
            /** @description The study's text for participants who leave: HTML, sanitised. Empty if it has none. */
            html: string;
        };
        /** @description A request to withdraw. */
        WithdrawalRequest: {
            /** @description What happens to the data. Rejected if the study does not offer this choice. */
            mode: components["schemas"]["WithdrawalMode"];
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Acceptance = components['schemas']['Acceptance'];
export type Activation = components['schemas']['Activation'];
export type ActiveVersion = components['schemas']['ActiveVersion'];
export type AddedWebhook = components['schemas']['AddedWebhook'];
export type Annotation = components['schemas']['Annotation'];
export type Answered = components['schemas']['Answered'];
export type AnswerQuota = components['schemas']['AnswerQuota'];
export type ArmDay = components['schemas']['ArmDay'];
export type ArmId = components['schemas']['ArmId'];
export type ArmName = components['schemas']['ArmName'];
export type ArmOverview = components['schemas']['ArmOverview'];
export type ArmState = components['schemas']['ArmState'];
export type ArmSteps = components['schemas']['ArmSteps'];
export type ArmUsage = components['schemas']['ArmUsage'];
export type ArmWaveCounts = components['schemas']['ArmWaveCounts'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditChain = components['schemas']['AuditChain'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditLog = components['schemas']['AuditLog'];
export type BonusAgreement = components['schemas']['BonusAgreement'];
export type BonusOfParticipant = components['schemas']['BonusOfParticipant'];
export type BonusOverview = components['schemas']['BonusOverview'];
export type BonusRule = components['schemas']['BonusRule'];
export type BonusRuleAmount = components['schemas']['BonusRuleAmount'];
export type BonusRun = components['schemas']['BonusRun'];
export type Changes = components['schemas']['Changes'];
export type ChartDrawing = components['schemas']['ChartDrawing'];
export type Clip = components['schemas']['Clip'];
export type Code = components['schemas']['Code'];
export type ComparedPart = components['schemas']['ComparedPart'];
export type ComparisonCase = components['schemas']['ComparisonCase'];
export type ComparisonFinding = components['schemas']['ComparisonFinding'];
export type ComparisonKind = components['schemas']['ComparisonKind'];
export type ComparisonState = components['schemas']['ComparisonState'];
export type Completion = components['schemas']['Completion'];
export type Consent = components['schemas']['Consent'];
export type ConsortArm = components['schemas']['ConsortArm'];
export type ConsortFigures = components['schemas']['ConsortFigures'];
export type ConsortPart = components['schemas']['ConsortPart'];
export type ControlFlow = components['schemas']['ControlFlow'];
export type CorrectPage = components['schemas']['CorrectPage'];
export type Counter = components['schemas']['Counter'];
export type CreatedToken = components['schemas']['CreatedToken'];
export type Credentials = components['schemas']['Credentials'];
export type Day = components['schemas']['Day'];
export type Debrief = components['schemas']['Debrief'];
export type DebriefPart = components['schemas']['DebriefPart'];
export type DeclinedCode = components['schemas']['DeclinedCode'];
export type Deliveries = components['schemas']['Deliveries'];
export type DeliveryFailure = components['schemas']['DeliveryFailure'];
export type DeliveryRow = components['schemas']['DeliveryRow'];
export type DeliveryState = components['schemas']['DeliveryState'];
export type DesignPart = components['schemas']['DesignPart'];
export type DueOverview = components['schemas']['DueOverview'];
export type DueWave = components['schemas']['DueWave'];
export type EarlyResults = components['schemas']['EarlyResults'];
export type EarlyResultsRequest = components['schemas']['EarlyResultsRequest'];
export type EndedPart = components['schemas']['EndedPart'];
export type Enrolment = components['schemas']['Enrolment'];
export type EventKind = components['schemas']['EventKind'];
export type EvidenceKind = components['schemas']['EvidenceKind'];
export type ExclusionCount = components['schemas']['ExclusionCount'];
export type ExclusionRequest = components['schemas']['ExclusionRequest'];
export type ExportRequest = components['schemas']['ExportRequest'];
export type ExportTickets = components['schemas']['ExportTickets'];
export type ExposureReceipt = components['schemas']['ExposureReceipt'];
export type ExposureReceipts = components['schemas']['ExposureReceipts'];
export type Exposures = components['schemas']['Exposures'];
export type FailureKind = components['schemas']['FailureKind'];
export type FieldCode = components['schemas']['FieldCode'];
export type FieldProblem = components['schemas']['FieldProblem'];
export type FileChange = components['schemas']['FileChange'];
export type FileChangeKind = components['schemas']['FileChangeKind'];
export type Finding = components['schemas']['Finding'];
export type FindingCount = components['schemas']['FindingCount'];
export type FlowConfig = components['schemas']['FlowConfig'];
export type FlowDrawing = components['schemas']['FlowDrawing'];
export type FlowFigure = components['schemas']['FlowFigure'];
export type FolderState = components['schemas']['FolderState'];
export type FolderUpload = components['schemas']['FolderUpload'];
export type Form = components['schemas']['Form'];
export type FormCode = components['schemas']['FormCode'];
export type FromTheProvider = components['schemas']['FromTheProvider'];
export type GivenAnswer = components['schemas']['GivenAnswer'];
export type GivenConsent = components['schemas']['GivenConsent'];
export type GroupFlow = components['schemas']['GroupFlow'];
export type GroupViews = components['schemas']['GroupViews'];
export type HandoverCode = components['schemas']['HandoverCode'];
export type HandoverExchange = components['schemas']['HandoverExchange'];
export type HandoverRequest = components['schemas']['HandoverRequest'];
export type HandoverTarget = components['schemas']['HandoverTarget'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationError = components['schemas']['InvitationError'];
export type InvitationMessage = components['schemas']['InvitationMessage'];
export type Invitations = components['schemas']['Invitations'];
export type InvitationsOverview = components['schemas']['InvitationsOverview'];
export type InvitationToken = components['schemas']['InvitationToken'];
export type Invited = components['schemas']['Invited'];
export type InvitedPerson = components['schemas']['InvitedPerson'];
export type InvitedWave = components['schemas']['InvitedWave'];
export type JudgementBody = components['schemas']['JudgementBody'];
export type KeptGroup = components['schemas']['KeptGroup'];
export type Kinds = components['schemas']['Kinds'];
export type KindUsed = components['schemas']['KindUsed'];
export type LaterPart = components['schemas']['LaterPart'];
export type LinkVisit = components['schemas']['LinkVisit'];
export type LocaleName = components['schemas']['LocaleName'];
export type LogPart = components['schemas']['LogPart'];
export type Me = components['schemas']['Me'];
export type MediaExposure = components['schemas']['MediaExposure'];
export type MediaKind = components['schemas']['MediaKind'];
export type MediaTiming = components['schemas']['MediaTiming'];
export type MessageState = components['schemas']['MessageState'];
export type ModeratorRole = components['schemas']['ModeratorRole'];
export type Moment = components['schemas']['Moment'];
export type NamedAnswers = components['schemas']['NamedAnswers'];
export type NewAddress = components['schemas']['NewAddress'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewQuotas = components['schemas']['NewQuotas'];
export type NewState = components['schemas']['NewState'];
export type NewStatus = components['schemas']['NewStatus'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type NextBonusList = components['schemas']['NextBonusList'];
export type NextPage = components['schemas']['NextPage'];
export type OpenSession = components['schemas']['OpenSession'];
export type OpenSessions = components['schemas']['OpenSessions'];
export type Outcome = components['schemas']['Outcome'];
export type OutcomeRole = components['schemas']['OutcomeRole'];
export type Overview = components['schemas']['Overview'];
export type PageText = components['schemas']['PageText'];
export type PageUsed = components['schemas']['PageUsed'];
export type PageView = components['schemas']['PageView'];
export type PartCode = components['schemas']['PartCode'];
export type ParticipantDetail = components['schemas']['ParticipantDetail'];
export type ParticipantList = components['schemas']['ParticipantList'];
export type ParticipantRow = components['schemas']['ParticipantRow'];
export type ParticipantsAtStep = components['schemas']['ParticipantsAtStep'];
export type ParticipantsByFlag = components['schemas']['ParticipantsByFlag'];
export type ParticipantStatus = components['schemas']['ParticipantStatus'];
export type ParticipantWave = components['schemas']['ParticipantWave'];
export type PasskeyEntry = components['schemas']['PasskeyEntry'];
export type PasskeyOptions = components['schemas']['PasskeyOptions'];
export type Passkeys = components['schemas']['Passkeys'];
export type PasskeySignIn = components['schemas']['PasskeySignIn'];
export type PasskeyToAdd = components['schemas']['PasskeyToAdd'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PastExport = components['schemas']['PastExport'];
export type People = components['schemas']['People'];
export type PeopleInState = components['schemas']['PeopleInState'];
export type PersonaCard = components['schemas']['PersonaCard'];
export type PersonaCompletion = components['schemas']['PersonaCompletion'];
export type PersonaPosts = components['schemas']['PersonaPosts'];
export type PersonaState = components['schemas']['PersonaState'];
export type PersonEntry = components['schemas']['PersonEntry'];
export type PersonToInvite = components['schemas']['PersonToInvite'];
export type PointInTime = components['schemas']['PointInTime'];
export type Position = components['schemas']['Position'];
export type Post = components['schemas']['Post'];
export type Practice = components['schemas']['Practice'];
export type Presence = components['schemas']['Presence'];
export type Preview = components['schemas']['Preview'];
export type PreviewRequest = components['schemas']['PreviewRequest'];
export type PreviousPage = components['schemas']['PreviousPage'];
export type Problem = components['schemas']['Problem'];
export type Profile = components['schemas']['Profile'];
export type ProfileChange = components['schemas']['ProfileChange'];
export type ProgramToken = components['schemas']['ProgramToken'];
export type ProgramTokens = components['schemas']['ProgramTokens'];
export type ProgressSummary = components['schemas']['ProgressSummary'];
export type ProlificFailure = components['schemas']['ProlificFailure'];
export type ProlificFailureKind = components['schemas']['ProlificFailureKind'];
export type PublicAdvice = components['schemas']['PublicAdvice'];
export type PublicAnalytics = components['schemas']['PublicAnalytics'];
export type PublicCaptions = components['schemas']['PublicCaptions'];
export type PublicChoice = components['schemas']['PublicChoice'];
export type PublicCondition = components['schemas']['PublicCondition'];
export type PublicConsent = components['schemas']['PublicConsent'];
export type PublicConsentSection = components['schemas']['PublicConsentSection'];
export type PublicContact = components['schemas']['PublicContact'];
export type PublicDebrief = components['schemas']['PublicDebrief'];
export type PublicEthics = components['schemas']['PublicEthics'];
export type PublicEvidence = components['schemas']['PublicEvidence'];
export type PublicExercise = components['schemas']['PublicExercise'];
export type PublicFact = components['schemas']['PublicFact'];
export type PublicFeedback = components['schemas']['PublicFeedback'];
export type PublicFlowA = components['schemas']['PublicFlowA'];
export type PublicFlowBPost = components['schemas']['PublicFlowBPost'];
export type PublicFollowup = components['schemas']['PublicFollowup'];
export type PublicItem = components['schemas']['PublicItem'];
export type PublicKind = components['schemas']['PublicKind'];
export type PublicLanding = components['schemas']['PublicLanding'];
export type PublicLandingStep = components['schemas']['PublicLandingStep'];
export type PublicMedia = components['schemas']['PublicMedia'];
export type PublicPersona = components['schemas']['PublicPersona'];
export type PublicPoint = components['schemas']['PublicPoint'];
export type PublicPost = components['schemas']['PublicPost'];
export type PublicPractice = components['schemas']['PublicPractice'];
export type PublicQuestionBody = components['schemas']['PublicQuestionBody'];
export type PublicQuestionnaire = components['schemas']['PublicQuestionnaire'];
export type PublicRow = components['schemas']['PublicRow'];
export type PublicSecondLook = components['schemas']['PublicSecondLook'];
export type PublicSection = components['schemas']['PublicSection'];
export type PublicSign = components['schemas']['PublicSign'];
export type PublicSource = components['schemas']['PublicSource'];
export type PublicTick = components['schemas']['PublicTick'];
export type QualityFlag = components['schemas']['QualityFlag'];
export type QualityFlagCount = components['schemas']['QualityFlagCount'];
export type Question = components['schemas']['Question'];
export type QuestionnaireAnswers = components['schemas']['QuestionnaireAnswers'];
export type QueuedEvent = components['schemas']['QueuedEvent'];
export type Receipt = components['schemas']['Receipt'];
export type RecordedUnblinding = components['schemas']['RecordedUnblinding'];
export type Recovery = components['schemas']['Recovery'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RecruiterComparison = components['schemas']['RecruiterComparison'];
export type Refresh = components['schemas']['Refresh'];
export type Registration = components['schemas']['Registration'];
export type ReinclusionRequest = components['schemas']['ReinclusionRequest'];
export type Report = components['schemas']['Report'];
export type ReportAbout = components['schemas']['ReportAbout'];
export type ReportActivation = components['schemas']['ReportActivation'];
export type ReportAdvice = components['schemas']['ReportAdvice'];
export type ReportAdviceArm = components['schemas']['ReportAdviceArm'];
export type ReportAdvisedMeasure = components['schemas']['ReportAdvisedMeasure'];
export type ReportArm = components['schemas']['ReportArm'];
export type ReportArmFlow = components['schemas']['ReportArmFlow'];
export type ReportArmLoss = components['schemas']['ReportArmLoss'];
export type ReportArmWaveLoss = components['schemas']['ReportArmWaveLoss'];
export type ReportBaseline = components['schemas']['ReportBaseline'];
export type ReportBaselineArm = components['schemas']['ReportBaselineArm'];
export type ReportBounds = components['schemas']['ReportBounds'];
export type ReportCalibrationPoint = components['schemas']['ReportCalibrationPoint'];
export type ReportClusterArm = components['schemas']['ReportClusterArm'];
export type ReportClusters = components['schemas']['ReportClusters'];
export type ReportCompliance = components['schemas']['ReportCompliance'];
export type ReportComplianceArm = components['schemas']['ReportComplianceArm'];
export type ReportComplierEffect = components['schemas']['ReportComplierEffect'];
export type ReportComplierNote = components['schemas']['ReportComplierNote'];
export type ReportConcern = components['schemas']['ReportConcern'];
export type ReportContinuousModerator = components['schemas']['ReportContinuousModerator'];
export type ReportContrast = components['schemas']['ReportContrast'];
export type ReportCovariate = components['schemas']['ReportCovariate'];
export type ReportCurves = components['schemas']['ReportCurves'];
export type ReportDecision = components['schemas']['ReportDecision'];
export type ReportDecisionOption = components['schemas']['ReportDecisionOption'];
export type ReportDetectable = components['schemas']['ReportDetectable'];
export type ReportDeviation = components['schemas']['ReportDeviation'];
export type ReportDoseKind = components['schemas']['ReportDoseKind'];
export type ReportDropouts = components['schemas']['ReportDropouts'];
export type ReportDropoutsArm = components['schemas']['ReportDropoutsArm'];
export type ReportFactor = components['schemas']['ReportFactor'];
export type ReportFactorCell = components['schemas']['ReportFactorCell'];
export type ReportFactorContrast = components['schemas']['ReportFactorContrast'];
export type ReportFactorEffect = components['schemas']['ReportFactorEffect'];
export type ReportFactorHypothesis = components['schemas']['ReportFactorHypothesis'];
export type ReportFactorial = components['schemas']['ReportFactorial'];
export type ReportFactorLevel = components['schemas']['ReportFactorLevel'];
export type ReportFixedPlan = components['schemas']['ReportFixedPlan'];
export type ReportFlag = components['schemas']['ReportFlag'];
export type ReportFlagCount = components['schemas']['ReportFlagCount'];
export type ReportFlow = components['schemas']['ReportFlow'];
export type ReportHypothesis = components['schemas']['ReportHypothesis'];
export type ReportImputation = components['schemas']['ReportImputation'];
export type ReportItem = components['schemas']['ReportItem'];
export type ReportItemParameters = components['schemas']['ReportItemParameters'];
export type ReportItemResponse = components['schemas']['ReportItemResponse'];
export type ReportLookBound = components['schemas']['ReportLookBound'];
export type ReportLookTest = components['schemas']['ReportLookTest'];
export type ReportLoss = components['schemas']['ReportLoss'];
export type ReportMarginInterval = components['schemas']['ReportMarginInterval'];
export type ReportMarginTest = components['schemas']['ReportMarginTest'];
export type ReportMarginTipping = components['schemas']['ReportMarginTipping'];
export type ReportMarginTippingPoint = components['schemas']['ReportMarginTippingPoint'];
export type ReportModel = components['schemas']['ReportModel'];
export type ReportModerator = components['schemas']['ReportModerator'];
export type ReportModeratorGroup = components['schemas']['ReportModeratorGroup'];
export type ReportModeratorPoint = components['schemas']['ReportModeratorPoint'];
export type ReportNumber = components['schemas']['ReportNumber'];
export type ReportOutcome = components['schemas']['ReportOutcome'];
export type ReportPhase = components['schemas']['ReportPhase'];
export type ReportPlannedLook = components['schemas']['ReportPlannedLook'];
export type ReportPopulation = components['schemas']['ReportPopulation'];
export type ReportPopulationId = components['schemas']['ReportPopulationId'];
export type ReportPrimaryModel = components['schemas']['ReportPrimaryModel'];
export type ReportQuartiles = components['schemas']['ReportQuartiles'];
export type ReportReason = components['schemas']['ReportReason'];
export type ReportRegistration = components['schemas']['ReportRegistration'];
export type ReportRetainedDifference = components['schemas']['ReportRetainedDifference'];
export type ReportRocPoint = components['schemas']['ReportRocPoint'];
export type ReportScale = components['schemas']['ReportScale'];
export type ReportSequential = components['schemas']['ReportSequential'];
export type ReportSequentialLook = components['schemas']['ReportSequentialLook'];
export type ReportSpecification = components['schemas']['ReportSpecification'];
export type ReportSpecificationCurve = components['schemas']['ReportSpecificationCurve'];
export type ReportStage = components['schemas']['ReportStage'];
export type ReportStageKind = components['schemas']['ReportStageKind'];
export type ReportStandardised = components['schemas']['ReportStandardised'];
export type ReportStepTime = components['schemas']['ReportStepTime'];
export type ReportTimes = components['schemas']['ReportTimes'];
export type ReportTipping = components['schemas']['ReportTipping'];
export type ReportTippingPoint = components['schemas']['ReportTippingPoint'];
export type ReportTrial = components['schemas']['ReportTrial'];
export type ReportTrialVersion = components['schemas']['ReportTrialVersion'];
export type ReportUnit = components['schemas']['ReportUnit'];
export type ReportVerdict = components['schemas']['ReportVerdict'];
export type ReportWatched = components['schemas']['ReportWatched'];
export type ReportWatchedArm = components['schemas']['ReportWatchedArm'];
export type ReportWave = components['schemas']['ReportWave'];
export type ReportWaveLoss = components['schemas']['ReportWaveLoss'];
export type ReportWaveOutcome = components['schemas']['ReportWaveOutcome'];
export type ResearcherWithdrawalRequest = components['schemas']['ResearcherWithdrawalRequest'];
export type ResultsLook = components['schemas']['ResultsLook'];
export type Role = components['schemas']['Role'];
export type RoleEntry = components['schemas']['RoleEntry'];
export type RoleToGive = components['schemas']['RoleToGive'];
export type ScalarAnswer = components['schemas']['ScalarAnswer'];
export type ScheduleState = components['schemas']['ScheduleState'];
export type Session = components['schemas']['Session'];
export type Shown = components['schemas']['Shown'];
export type ShownTime = components['schemas']['ShownTime'];
export type ShownViews = components['schemas']['ShownViews'];
export type Spending = components['schemas']['Spending'];
export type Stage = components['schemas']['Stage'];
export type StepCounts = components['schemas']['StepCounts'];
export type StepViews = components['schemas']['StepViews'];
export type Studies = components['schemas']['Studies'];
export type StudyCondition = components['schemas']['StudyCondition'];
export type StudyEntry = components['schemas']['StudyEntry'];
export type StudyFolder = components['schemas']['StudyFolder'];
export type StudyInfo = components['schemas']['StudyInfo'];
export type StudyResults = components['schemas']['StudyResults'];
export type StudyRole = components['schemas']['StudyRole'];
export type StudyState = components['schemas']['StudyState'];
export type StudyStatus = components['schemas']['StudyStatus'];
export type StudyToCreate = components['schemas']['StudyToCreate'];
export type Submitted = components['schemas']['Submitted'];
export type Suggestion = components['schemas']['Suggestion'];
export type TimelineMoment = components['schemas']['TimelineMoment'];
export type Timing = components['schemas']['Timing'];
export type Tokens = components['schemas']['Tokens'];
export type TokenToCreate = components['schemas']['TokenToCreate'];
export type UnblindingRequest = components['schemas']['UnblindingRequest'];
export type UnblindingState = components['schemas']['UnblindingState'];
export type UnitState = components['schemas']['UnitState'];
export type Usage = components['schemas']['Usage'];
export type UsageFunnel = components['schemas']['UsageFunnel'];
export type UsageStep = components['schemas']['UsageStep'];
export type User = components['schemas']['User'];
export type ValidationCode = components['schemas']['ValidationCode'];
export type Validity = components['schemas']['Validity'];
export type Version = components['schemas']['Version'];
export type VersionState = components['schemas']['VersionState'];
export type ViewKind = components['schemas']['ViewKind'];
export type WaveCounts = components['schemas']['WaveCounts'];
export type WaveOverview = components['schemas']['WaveOverview'];
export type WaveState = components['schemas']['WaveState'];
export type WaysToSignIn = components['schemas']['WaysToSignIn'];
export type WayToProvider = components['schemas']['WayToProvider'];
export type WebhookRow = components['schemas']['WebhookRow'];
export type Webhooks = components['schemas']['Webhooks'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type WithdrawalMode = components['schemas']['WithdrawalMode'];
export type WithdrawalReceipt = components['schemas']['WithdrawalReceipt'];
export type WithdrawalReply = components['schemas']['WithdrawalReply'];
export type WithdrawalRequest = components['schemas']['WithdrawalRequest'];
export type $defs = Record<string, never>;
export interface operations {
    admin_audit_list: {
        parameters: {
            query?: {
                /** @description Only entries of this actor. */
                actor?: string;
                /** @description Only entries before this number: `next` of the previous page. */
                before?: number;
                /** @description Number of entries, at most 200. Default: 50. */
                limit?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
    admin_audit_download: {
        responses: {
            /** @description JSON Lines */
            200: {
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    admin_bonus: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["BonusOverview"];
                };
            };
        };
    };
    admin_bonus_list: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["BonusAgreement"];
            };
        };
        responses: {
            /** @description Lines with ID and amount */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    admin_bonus_again: {
        parameters: {
            path: {
                /** @description The number of the list */
                number: number;
            };
        };
        responses: {
            /** @description Lines with ID and amount */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    admin_consort_get: {
        parameters: {
            query?: {
                /** @description Include simulated participants. */
                simulated?: boolean;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ConsortFigures"];
                };
            };
        };
    };
    admin_drawings_flow_get: {
        parameters: {
            query?: {
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description Include simulated participants. */
                simulated?: boolean;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FlowDrawing"];
                };
            };
        };
    };
    admin_drawings_overview_get: {
        parameters: {
            query: {
                /** @description For `funnel`: the ID of an arm. Without it, and for those who are blinded, all arms are shown together. */
                arm?: string;
                chart: "enrolment" | "funnel";
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description Include simulated participants. */
                simulated?: boolean;
                /** @description Width in pixels. */
                width?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ChartDrawing"];
                };
            };
        };
    };
    admin_drawings_results_get: {
        parameters: {
            query: {
                chart: "means" | "differences" | "parts" | "cells" | "calibration" | "items" | "populations" | "tipping" | "moderator" | "specifications";
                /** @description For `specifications`: the name of the comparison. */
                comparison?: string;
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description For `moderator`: its ID. */
                moderator?: string;
                /** @description For `means` and `differences`: the ID of the outcome. */
                outcome?: string;
                /** @description For `calibration` and `items`: the test, before or after the training. */
                phase?: "before" | "after";
                /** @description Include simulated participants. */
                simulated?: boolean;
                /** @description For `items`: the column by which the table is sorted. Prefix it with `-` for descending order. */
                sort?: string;
                /** @description Width in pixels. */
                width?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ChartDrawing"];
                };
            };
        };
    };
    admin_drawings_usage_get: {
        parameters: {
            query: {
                /** @description For `funnel`: the ID of an arm. Without it, and for those who are blinded, all arms are shown together. */
                arm?: string;
                chart: "funnel" | "kinds";
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description Width in pixels. */
                width?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ChartDrawing"];
                };
            };
        };
    };
    admin_due: {
        parameters: {
            query?: {
                /** @description Also those for whom a part opens within this many days, at most 366. Default: 0. */
                within?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["DueOverview"];
                };
            };
        };
    };
    admin_due_download: {
        parameters: {
            query?: {
                /** @description Also those for whom a part opens within this many days, at most 366. Default: 0. */
                within?: number;
            };
            path: {
                /** @description The ID of the later part */
                wave: string;
            };
        };
        responses: {
            /** @description CSV */
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    admin_events_get: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
        };
    };
    admin_exports_list: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PastExport"][];
                };
            };
        };
    };
    admin_exports_request: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["ExportTickets"];
                };
            };
        };
    };
    admin_exports_download: {
        parameters: {
            path: {
                /** @description The ticket in an address that `POST /api/admin/exports` returned */
                ticket: string;
            };
        };
        responses: {
            /** @description A ZIP file, or the file of accounts and recruitment IDs */
            200: {
                content: {
                    "application/zip": unknown;
                    "text/csv": unknown;
                };
            };
        };
    };
    admin_invitations_get: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InvitationsOverview"];
                };
            };
        };
    };
    admin_live: {
        parameters: {
            query?: {
                /** @description Include simulated participants. */
                simulated?: boolean;
            };
        };
        responses: {
            /** @description Events */
            200: {
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    admin_overview_get: {
        parameters: {
            query?: {
                /** @description Include simulated participants. */
                simulated?: boolean;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
        };
    };
    admin_participants_list: {
        parameters: {
            query?: {
                /** @description `next` of the previous page. */
                after?: string;
                /** @description ID of an arm, or `none` for participants without a slot. For those who are blinded, no participant has an arm. */
                arm?: string;
                /** @description Whether participants are excluded from the analysis: only those who are, or only those who are not. */
                excluded?: boolean;
                /** @description Only participants with this quality flag. */
                flag?: "too_fast" | "straight_lining" | "failed_attention" | "media_failed" | "answered_unseen" | "answered_unchecked" | "not_timed" | "inactive";
                /** @description Number of rows, at most 200. Default: 50. */
                limit?: number;
                /** @description Part of a participant code (case and hyphen are ignored), or a complete recruitment ID. */
                q?: string;
                /** @description Include simulated participants. */
                simulated?: boolean;
                /** @description Participant status. */
                status?: "under_way" | "finished" | "screened_out" | "quota_full" | "timed_out" | "failed" | "withdrawn";
                /** @description Path of the step that the participant is on or was on last. */
                step?: string;
                /** @description ID of a later part of the study: only participants for whom it is planned. */
                wave?: string;
                /** @description State of the later part `wave`, or of any later part. */
                waveState?: "waiting" | "open" | "started" | "completed" | "missed" | "timed_out" | "failed" | "declined";
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantList"];
                };
            };
        };
    };
    admin_participants_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
            path: {
                /** @description The participant's code */
                code: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantDetail"];
                };
            };
        };
    };
    admin_participants_exclude: {
        parameters: {
            path: {
                /** @description The participant's code */
                code: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExclusionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantRow"];
                };
            };
        };
    };
    admin_participants_include: {
        parameters: {
            path: {
                /** @description The participant's code */
                code: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReinclusionRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ParticipantRow"];
                };
            };
        };
    };
    admin_participants_withdraw: {
        parameters: {
            path: {
                /** @description The participant's code */
                code: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResearcherWithdrawalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WithdrawalReceipt"];
                };
            };
        };
    };
    admin_previews_pages: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupViews"][];
                };
            };
        };
    };
    admin_previews_open: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Preview"];
                };
            };
        };
    };
    admin_recruiter: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RecruiterComparison"];
                };
            };
        };
    };
    admin_recruiter_compare: {
        responses: {
            /** @description It begins within seconds */
            204: {};
        };
    };
    admin_results_get: {
        parameters: {
            query?: {
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description Include simulated participants. */
                simulated?: boolean;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StudyResults"];
                };
            };
        };
    };
    admin_results_show_early: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["EarlyResultsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["EarlyResults"];
                };
            };
        };
    };
    admin_study_get: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StudyState"];
                };
            };
        };
    };
    admin_study_download_folder: {
        parameters: {
            query?: {
                /** @description Whether the media are in the file. Default: true. */
                media?: boolean;
            };
        };
        responses: {
            /** @description A ZIP file */
            200: {
                content: {
                    "application/zip": unknown;
                };
            };
        };
    };
    admin_study_upload_folder: {
        /** @description The study folder as a ZIP file */
        requestBody: {
            content: {
                "application/zip": number[];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FolderUpload"];
                };
            };
        };
    };
    admin_study_restore_folder: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FolderUpload"];
                };
            };
        };
    };
    admin_study_set_quotas: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewQuotas"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StudyState"];
                };
            };
        };
    };
    admin_study_set_status: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStatus"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StudyState"];
                };
            };
        };
    };
    admin_study_get_version: {
        parameters: {
            query?: {
                /** @description Language of the differences: `de`, or English for any other tag. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["VersionState"];
                };
            };
        };
    };
    admin_study_activate: {
        parameters: {
            query?: {
                /** @description Language of the differences: `de`, or English for any other tag. */
                locale?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Activation"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["VersionState"];
                };
            };
        };
    };
    admin_unblinding_get: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UnblindingState"];
                };
            };
        };
    };
    admin_unblinding_unblind: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnblindingRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["UnblindingState"];
                };
            };
        };
    };
    admin_webhooks_list: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
        };
    };
    admin_webhooks_add: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AddedWebhook"];
                };
            };
        };
    };
    admin_webhooks_remove: {
        parameters: {
            path: {
                /** @description The ID of the webhook */
                id: string;
            };
        };
        responses: {
            /** @description Deleted */
            204: {};
        };
    };
    admin_webhooks_test: {
        parameters: {
            path: {
                /** @description The ID of the webhook */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["QueuedEvent"];
                };
            };
        };
    };
    admin_webhooks_deliveries: {
        parameters: {
            query?: {
                /** @description Only events whose last attempt failed. */
                failed?: boolean;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
        };
    };
    admin_webhooks_redeliver: {
        parameters: {
            path: {
                /** @description The ID of the event */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["QueuedEvent"];
                };
            };
        };
    };
    auth_invitation: {
        parameters: {
            query: {
                /** @description The token of the link */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Invited"];
                };
            };
        };
    };
    auth_accept_invitation: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    auth_link: {
        parameters: {
            header?: {
                /** @description UUID of the visit, the same for each repeat */
                "Idempotency-Key"?: string | null;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkVisit"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    auth_login: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    auth_logout: {
        responses: {
            /** @description Signed out */
            204: {};
        };
    };
    auth_refresh: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    auth_register: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Registration"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    auth_suggestion: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Suggestion"];
                };
            };
        };
    };
    collect_engage_by_address: {
        parameters: {
            query: {
                /** @description One item or a list, as JSON or base64-encoded JSON. */
                data: string;
                /** @description `1` for a JSON reply. */
                verbose?: number;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_engage: {
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_groups_by_address: {
        parameters: {
            query: {
                /** @description One item or a list, as JSON or base64-encoded JSON. */
                data: string;
                /** @description `1` for a JSON reply. */
                verbose?: number;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_groups: {
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_import_by_address: {
        parameters: {
            query: {
                /** @description One item or a list, as JSON or base64-encoded JSON. */
                data: string;
                /** @description `1` for a JSON reply. */
                verbose?: number;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_import: {
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-ndjson": string;
                "application/x-www-form-urlencoded": string;
            };
        };
        responses: {
            /** @description `1`, or `{status, error}` with `verbose=1`, or for JSON `{code, status, num_records_imported}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_track_by_address: {
        parameters: {
            query: {
                /** @description One item or a list, as JSON or base64-encoded JSON. */
                data: string;
                /** @description `1` for a JSON reply. */
                verbose?: number;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    collect_track: {
        requestBody: {
            content: {
                "application/json": unknown;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description `1`, or with `verbose=1` `{status, error, failed_records}` */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                    "text/plain": string;
                };
            };
        };
    };
    control_flow_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ControlFlow"];
                };
            };
        };
    };
    control_flow_rate: {
        parameters: {
            path: {
                /** @description ID of the clip */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedAnswers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    debrief_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Debrief"];
                };
            };
        };
    };
    exposures_record: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Exposures"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ExposureReceipts"];
                };
            };
        };
    };
    flow_a_config: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PublicFlowA"];
                };
            };
        };
    };
    flow_a_questions: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Question"][];
                };
            };
        };
    };
    flow_a_answer: {
        parameters: {
            path: {
                /** @description ID of the question */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgementBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    flow_a_followup: {
        parameters: {
            path: {
                /** @description ID of the question */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NamedAnswers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    flow_b_answer: {
        parameters: {
            path: {
                /** @description ID of the post */
                id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgementBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    installation_audit: {
        parameters: {
            query?: {
                /** @description Only entries of this actor. */
                actor?: string;
                /** @description Only entries before this number: `next` of the previous page. */
                before?: number;
                /** @description Number of entries, at most 200. Default: 50. */
                limit?: number;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
        };
    };
    installation_audit_download: {
        responses: {
            /** @description JSON Lines */
            200: {
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    installation_begin_hand_over: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["HandoverRequest"];
                };
            };
        };
    };
    installation_hand_over: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandoverTarget"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["HandoverCode"];
                };
            };
        };
    };
    installation_complete_hand_over: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandoverExchange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_invitation: {
        parameters: {
            query: {
                /** @description The token in the link. */
                token: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["InvitedPerson"];
                };
            };
        };
    };
    installation_accept: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Acceptance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_login: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_logout: {
        responses: {
            /** @description Signed out */
            204: {};
        };
    };
    installation_me: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    installation_update_me: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    installation_passkeys: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
        };
    };
    installation_add_passkey: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyToAdd"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
        };
    };
    installation_remove_passkey: {
        parameters: {
            path: {
                /** @description ID of the passkey */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Passkeys"];
                };
            };
        };
    };
    installation_passkey_to_add: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
        };
    };
    installation_set_password: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Changed */
            204: {};
        };
    };
    installation_recovery_codes: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    installation_sessions: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["OpenSessions"];
                };
            };
        };
    };
    installation_end_session: {
        parameters: {
            path: {
                /** @description ID of the session */
                id: string;
            };
        };
        responses: {
            /** @description Ended */
            204: {};
        };
    };
    installation_connect_sso: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WayToProvider"];
                };
            };
        };
    };
    installation_disconnect_sso: {
        responses: {
            /** @description Removed */
            204: {};
        };
    };
    installation_passkey: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeySignIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_passkey_options: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PasskeyOptions"];
                };
            };
        };
    };
    installation_people: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    installation_invite: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonToInvite"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    installation_remove_person: {
        parameters: {
            path: {
                /** @description ID of the person */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    installation_invite_again: {
        parameters: {
            path: {
                /** @description ID of the person */
                id: string;
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
        };
    };
    installation_give_role: {
        parameters: {
            path: {
                /** @description ID of the person */
                id: string;
                /** @description ID of the study, or `*` */
                study: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoleToGive"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    installation_take_role: {
        parameters: {
            path: {
                /** @description ID of the person */
                id: string;
                /** @description ID of the study, or `*` */
                study: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["People"];
                };
            };
        };
    };
    installation_recovery: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Recovery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_refresh: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Refresh"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_ways_to_sign_in: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WaysToSignIn"];
                };
            };
        };
    };
    installation_sso: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WayToProvider"];
                };
            };
        };
    };
    installation_sso_sign_in: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["FromTheProvider"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Tokens"];
                };
            };
        };
    };
    installation_studies: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Studies"];
                };
            };
        };
    };
    installation_create_study: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["StudyToCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["Studies"];
                };
            };
        };
    };
    installation_delete_study: {
        parameters: {
            path: {
                /** @description ID of the study */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Studies"];
                };
            };
        };
    };
    installation_archive_study: {
        parameters: {
            path: {
                /** @description ID of the study */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Studies"];
                };
            };
        };
    };
    installation_reopen_study: {
        parameters: {
            path: {
                /** @description ID of the study */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Studies"];
                };
            };
        };
    };
    installation_tokens: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProgramTokens"];
                };
            };
        };
    };
    installation_create_token: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenToCreate"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                content: {
                    "application/json": components["schemas"]["CreatedToken"];
                };
            };
        };
    };
    installation_revoke_token: {
        parameters: {
            path: {
                /** @description ID of the token */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["ProgramTokens"];
                };
            };
        };
    };
    media_get: {
        parameters: {
            path: {
                /** @description The ticket in a media URL of another reply */
                ticket: string;
            };
        };
        responses: {
            /** @description The whole file */
            200: {
                content: {
                    "audio/*": unknown;
                    "image/*": unknown;
                    "text/vtt": unknown;
                    "video/*": unknown;
                };
            };
            /** @description The requested range */
            206: {
                content: {
                    "audio/*": unknown;
                    "image/*": unknown;
                    "text/vtt": unknown;
                    "video/*": unknown;
                };
            };
        };
    };
    page_flow_config: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["FlowConfig"];
                };
            };
        };
    };
    page_flow_correct_page: {
        parameters: {
            query: {
                currentPath: string;
                /** @description The participant's group. */
                groupType?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["CorrectPage"];
                };
            };
        };
    };
    page_flow_group: {
        parameters: {
            path: {
                /** @description The group */
                groupType: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["GroupFlow"];
                };
            };
        };
    };
    page_flow_next: {
        parameters: {
            query: {
                currentPage: string;
                /** @description The participant's group; the admin can name any group. */
                groupType: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["NextPage"];
                };
            };
        };
    };
    page_flow_previous: {
        parameters: {
            query: {
                currentPage: string;
                /** @description The participant's group; the admin can name any group. */
                groupType: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PreviousPage"];
                };
            };
        };
    };
    page_flow_validate: {
        parameters: {
            query: {
                /** @description The participant's group; the admin can name any group. */
                groupType: string;
                page: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Validity"];
                };
            };
        };
    };
    personas_list: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PersonaCard"][];
                };
            };
        };
    };
    personas_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
            path: {
                /** @description ID of the persona */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PersonaCard"];
                };
            };
        };
    };
    personas_flow_b: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
            path: {
                /** @description ID of the persona */
                id: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PersonaPosts"];
                };
            };
        };
    };
    personas_profile_picture: {
        parameters: {
            path: {
                /** @description ID of the persona */
                id: string;
            };
        };
        responses: {
            /** @description The picture */
            200: {
                content: {
                    "image/*": unknown;
                };
            };
        };
    };
    practice_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Practice"];
                };
            };
        };
    };
    practice_answer: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["JudgementBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    questionnaires_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
            path: {
                /** @description `pre`, `treatment` or `post` */
                page: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PublicQuestionnaire"];
                };
            };
        };
    };
    study_get: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["StudyInfo"];
                };
            };
        };
    };
    study_consent: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PublicConsent"];
                };
            };
        };
    };
    study_page: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
            path: {
                /** @description Name of the file in the bundle without its extension, such as `flow-a-start` */
                name: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["PageText"];
                };
            };
        };
    };
    users_set_address: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAddress"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_remove_address: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_complete_persona: {
        parameters: {
            path: {
                /** @description ID of the persona */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PersonaCompletion"] | null;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    users_completion: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Completion"];
                };
            };
        };
    };
    users_consent: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["Consent"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_current_state: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    users_set_current_state: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewState"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Position"];
                };
            };
        };
    };
    users_data: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
        };
    };
    users_decline_parts: {
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_set_password: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_profile: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_update_profile: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    users_save_post_questionnaire: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionnaireAnswers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    users_save_pre_questionnaire: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionnaireAnswers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    users_save_treatment: {
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuestionnaireAnswers"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Receipt"];
                };
            };
        };
    };
    users_withdraw: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle. */
                locale?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WithdrawalRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["WithdrawalReply"];
                };
            };
        };
    };
}
