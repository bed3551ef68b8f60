// Generated from docs/generated/openapi.json by `make generate`. Do not edit.

export interface paths {
    "/api/admin/audit": {
        /** Who did what, and whether the log is whole. */
        get: operations["admin_audit_list"];
    };
    "/api/admin/audit/file": {
        /**
         * The whole log as JSON Lines, the oldest entry first: `number`, `at`, `actor`, `action`, `details` (JSON as a text,
         *     to the byte), `previous` and `hash`; `masked` where the details would reveal the arms before unblinding. That it was
         *     downloaded, with number and hash of the last entry in the file, is the next entry.
         */
        get: operations["admin_audit_download"];
    };
    "/api/admin/consort": {
        /** The figures of the flow diagram. */
        get: operations["admin_consort_get"];
    };
    "/api/admin/drawings/flow": {
        /** The flow diagram of CONSORT 2025, drawn from the report that `GET /api/admin/results` returns. */
        get: operations["admin_drawings_flow_get"];
    };
    "/api/admin/drawings/overview": {
        /** A chart of what `GET /api/admin/overview` returns, under the same labels. */
        get: operations["admin_drawings_overview_get"];
    };
    "/api/admin/drawings/results": {
        /** A chart of the report that `GET /api/admin/results` returns, under the same labels. */
        get: operations["admin_drawings_results_get"];
    };
    "/api/admin/drawings/usage": {
        /** A chart of what `GET /api/admin/events` returns, under the same labels. */
        get: operations["admin_drawings_usage_get"];
    };
    "/api/admin/events": {
        /** How often each kind of event happened, and each page was viewed. */
        get: operations["admin_events_get"];
    };
    "/api/admin/exports": {
        /** The last hundred packages, the newest first, as the audit log has them. */
        get: operations["admin_exports_list"];
        /**
         * Makes addresses to download a data package from. That it was asked for is in the audit log, and each download
         *     with the package's hash. Before unblinding it unblinds the study, unless only simulated participants have taken
         *     part.
         */
        post: operations["admin_exports_request"];
    };
    "/api/admin/exports/{ticket}": {
        /** A data package of this moment, as a download. The address from `POST /api/admin/exports` is the right to it. */
        get: operations["admin_exports_download"];
    };
    "/api/admin/live": {
        /**
         * The overview as server-sent events (`text/event-stream`): one `overview` at once and one whenever it has changed, each
         *     with the body of `GET /api/admin/overview`. Read it with `fetch` and the bearer header. It ends when the session or
         *     the access token does and when the server stops: refresh if need be, and come again.
         */
        get: operations["admin_live"];
    };
    "/api/admin/overview": {
        /** The study at a glance. `GET /api/admin/live` sends the same whenever it changes. */
        get: operations["admin_overview_get"];
    };
    "/api/admin/participants": {
        /** Participants, the newest first. */
        get: operations["admin_participants_list"];
    };
    "/api/admin/participants/{code}": {
        /**
         * Everything about one participant, under the pseudonym, in the order of time. That it was looked at is in the audit
         *     log.
         */
        get: operations["admin_participants_get"];
    };
    "/api/admin/participants/{code}/exclusion": {
        /** Leaves a participant out of the analysis. Their data stay in the package, with the reason. */
        post: operations["admin_participants_exclude"];
        /** Takes a participant in again whom the researcher has left out. What the plan leaves out, nobody takes in. */
        delete: operations["admin_participants_include"];
    };
    "/api/admin/participants/{code}/withdrawal": {
        /** Takes a participant out of the study at their request, as they could do it themselves; their sessions end. */
        post: operations["admin_participants_withdraw"];
    };
    "/api/admin/previews": {
        /** Every page of every group. */
        get: operations["admin_previews_pages"];
        /**
         * Opens the study as a participant who does not exist: with a group, without a slot in the schedule, in no count and
         *     in no export.
         */
        post: operations["admin_previews_open"];
    };
    "/api/admin/results": {
        /**
         * The report of the study. The arms are blinded until the study is unblinded. What takes longer than a moment to
         *     compute is computed apart: until then there is the last report, if nothing was decided since.
         */
        get: operations["admin_results_get"];
    };
    "/api/admin/study": {
        /** The study as a whole. */
        get: operations["admin_study_get"];
    };
    "/api/admin/study/quotas": {
        /**
         * Sets the limits. An arm that is full gets nobody any more: its slots in the schedule are passed over, and everybody
         *     else gets the next one of another arm. Anyone who has a place keeps it.
         */
        put: operations["admin_study_set_quotas"];
    };
    "/api/admin/study/status": {
        /**
         * Opens, pauses or closes the study. Anyone who is in goes on. Once the link between people and data is destroyed it
         *     stays closed: nobody could tell who has taken part.
         */
        put: operations["admin_study_set_status"];
    };
    "/api/admin/unblinding": {
        /** Whether the arms have their names. */
        get: operations["admin_unblinding_get"];
        /** Gives the arms their names, for everybody who uses the console. It can't be undone: what was seen stays seen. */
        post: operations["admin_unblinding_unblind"];
    };
    "/api/auth/login": {
        /** Signs in. A wrong name and a wrong password look the same and take the same time. */
        post: operations["auth_login"];
    };
    "/api/auth/logout": {
        /** Ends the session on the server, on all of them, at once. */
        post: operations["auth_logout"];
    };
    "/api/auth/refresh": {
        /** Exchanges the refresh token for the next pair. Repeating it gives the same pair. */
        post: operations["auth_refresh"];
    };
    "/api/auth/register": {
        /** Registers a participant, reserves a slot in the schedule, and signs in. */
        post: operations["auth_register"];
    };
    "/api/auth/suggestion": {
        /** Suggests a username that says nothing about the person. */
        get: operations["auth_suggestion"];
    };
    "/api/collect/engage": {
        /** The same in the address, as the official client for Node sends it. Programs only: pages of browsers get 403. */
        get: operations["collect_engage_by_address"];
        /** Changes the properties of people: `$set`, `$set_once`, `$add`, `$append`, `$union`, `$remove`, `$unset`, `$delete`. */
        post: operations["collect_engage"];
    };
    "/api/collect/groups": {
        /** The same in the address, as the official client for Node sends it. Programs only: pages of browsers get 403. */
        get: operations["collect_groups_by_address"];
        /** Changes the properties of a group, with the operations that people have. */
        post: operations["collect_groups"];
    };
    "/api/collect/import": {
        /** The same in the address, as the official client for Node sends single events; the secret stands in the header. */
        get: operations["collect_import_by_address"];
        /** Imports events, with the secret as name or password of basic authentication. */
        post: operations["collect_import"];
    };
    "/api/collect/track": {
        /**
         * The same in the address, as the official client for Node sends single events. Programs only: pages of browsers
         *     get 403.
         */
        get: operations["collect_track_by_address"];
        /**
         * Takes events as the official clients of the analytics service send them: a form (also as plain text, from
         *     `sendBeacon`) with `data` as JSON or base64 of JSON, or a JSON body.
         */
        post: operations["collect_track"];
    };
    "/api/control-flow": {
        /** The clips of the control flow. */
        get: operations["control_flow_get"];
    };
    "/api/control-flow/clips/{id}/ratings": {
        /** Rates a clip. */
        post: operations["control_flow_rate"];
    };
    "/api/debrief": {
        /** The debrief: only on `/end`, and for anyone who has left the study. */
        get: operations["debrief_get"];
    };
    "/api/flow-a/config": {
        /** Flow A as a whole. */
        get: operations["flow_a_config"];
    };
    "/api/flow-a/questions": {
        /** All questions of Flow A, in the participant's order. */
        get: operations["flow_a_questions"];
    };
    "/api/flow-a/questions/{id}/answer": {
        /** Answers a question of Flow A. */
        post: operations["flow_a_answer"];
    };
    "/api/flow-a/questions/{id}/followup": {
        /** Says what made the participant decide; the verdict comes with the receipt. */
        post: operations["flow_a_followup"];
    };
    "/api/flow-b/posts/{id}/answer": {
        /** Answers a post of Flow B. */
        post: operations["flow_b_answer"];
    };
    "/api/media/{ticket}": {
        /** A medium, whole or in part. */
        get: operations["media_get"];
    };
    "/api/page-flow/config": {
        /** The page flow. */
        get: operations["page_flow_config"];
    };
    "/api/page-flow/correct-page": {
        /** The page on which the user belongs. */
        get: operations["page_flow_correct_page"];
    };
    "/api/page-flow/group/{groupType}": {
        /** The pages of the own group; the admin may ask for any. */
        get: operations["page_flow_group"];
    };
    "/api/page-flow/next": {
        /** The page after the given one in the flow. */
        get: operations["page_flow_next"];
    };
    "/api/page-flow/previous": {
        /** The page before the given one in the flow. */
        get: operations["page_flow_previous"];
    };
    "/api/page-flow/validate": {
        /** Whether the user may be on this page now. */
        get: operations["page_flow_validate"];
    };
    "/api/personas": {
        /** All personas of the present step. */
        get: operations["personas_list"];
    };
    "/api/personas/{id}": {
        /** One persona. */
        get: operations["personas_get"];
    };
    "/api/personas/{id}/flow-b": {
        /** The posts of the persona that is under way. */
        get: operations["personas_flow_b"];
    };
    "/api/personas/{id}/profile-picture": {
        /** A persona's portrait. */
        get: operations["personas_profile_picture"];
    };
    "/api/practice": {
        /** The practice item. */
        get: operations["practice_get"];
    };
    "/api/practice/answer": {
        /** Answers the practice item. */
        post: operations["practice_answer"];
    };
    "/api/questionnaires/{page}": {
        /** A questionnaire, in the participant's order and language. */
        get: operations["questionnaires_get"];
    };
    "/api/study": {
        /** The study as a visitor sees it. */
        get: operations["study_get"];
    };
    "/api/study/consent": {
        /** What participants read and are asked to agree to. */
        get: operations["study_consent"];
    };
    "/api/study/pages/{name}": {
        /** The text of a page that is open to the participant: what a verdict says is not there before the answer. */
        get: operations["study_page"];
    };
    "/api/users/complete-persona/{id}": {
        /** Finishes a persona of Flow B. */
        post: operations["users_complete_persona"];
    };
    "/api/users/completion": {
        /** The completion code: only on `/end`, which is reached only when everything is stored. */
        get: operations["users_completion"];
    };
    "/api/users/consent": {
        /** Records the consent of a participant who is signed in. */
        post: operations["users_consent"];
    };
    "/api/users/current-state": {
        /** Where the user is. */
        get: operations["users_current_state"];
        /**
         * Moves on from a page that needs no answer. May carry an `Idempotency-Key`: a copy of the move that arrives when
         *     the participant has gone on changes nothing. Without a key, a late copy of the move to a question would count as
         *     the wish to try again.
         */
        put: operations["users_set_current_state"];
    };
    "/api/users/data": {
        /** Everything stored about the participant, to keep. */
        get: operations["users_data"];
    };
    "/api/users/profile": {
        /** The signed-in user. */
        get: operations["users_profile"];
        /** Changes the names. */
        patch: operations["users_update_profile"];
    };
    "/api/users/save-post-questionnaire-answers": {
        /** Saves the questionnaire after the training. */
        post: operations["users_save_post_questionnaire"];
    };
    "/api/users/save-pre-questionnaire-answers": {
        /** Saves the questionnaire before the training. */
        post: operations["users_save_pre_questionnaire"];
    };
    "/api/users/save-treatment-answers": {
        /** Saves the expectancy questionnaire. */
        post: operations["users_save_treatment"];
    };
    "/api/users/withdraw": {
        /** Leaves the study; all sessions end. */
        post: operations["users_withdraw"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
        /** @description What is added to a question or post: the answers given, and what may be known about them. */
        Answered: {
            /** @description In the order of the attempts. */
            answers: components["schemas"]["GivenAnswer"][];
            /** @description Answers that can't be chosen in the next attempt. */
            disabledAnswers: string[];
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /** @description What happened in an arm on a day. */
        ArmDay: {
            /** Format: int64 */
            allocated: number;
            /** @description The arm's id. */
            arm: string;
            /**
             * Format: int64
             * @description Saw the first page that differs between the arms.
             */
            exposed: number;
            /**
             * Format: int64
             * @description Reached the end.
             */
            finished: number;
            /**
             * Format: int64
             * @description Withdrew and left their data.
             */
            withdrawn: number;
        };
        /** @description An arm as the console shows it. */
        ArmName: {
            group: components["schemas"]["Group"] | null;
            /** @description `a`, `b` …: the same before and after unblinding; what calls about an arm name it by. */
            id: string;
            /** @description "Arm A"; after unblinding the study's own name for it. */
            label: string;
        };
        ArmOverview: components["schemas"]["Enrolment"] & {
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description People at most; null without a limit of its own.
             */
            quota: number | null;
            /** @description How far they come. Nothing while the arms are blinded: it would reveal them. */
            steps: components["schemas"]["StepCounts"][];
        };
        ArmState: {
            /**
             * Format: int64
             * @description People with a slot in it now.
             */
            allocated: number;
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description People at most by the researcher; null without a limit.
             */
            quota: number | null;
        };
        /** @description The funnel of one arm. */
        ArmUsage: {
            arm: components["schemas"]["ArmName"];
            /** @description Its steps in order. */
            steps: components["schemas"]["UsageStep"][];
        };
        /** @description What to export. */
        Ask: {
            /**
             * @description Accounts and recruiters' ids by pseudonym, as a file of its own. Never share it with the data.
             * @default false
             */
            identities?: boolean;
            /**
             * @description Why the study is unblinded. A package names the arms, and even without their names the pages in it would reveal
             *     them: so long as people's arms are blinded, asking for one unblinds the study, and wants a reason. Else it is
             *     not read.
             * @default
             */
            reason?: string;
            /**
             * @description Simulated participants too.
             * @default false
             */
            simulated?: boolean;
            /**
             * @description The tables as XLSX too: where a spreadsheet has to be, it runs nothing that a participant typed.
             * @default false
             */
            spreadsheet?: boolean;
        };
        /** @description People at a step. */
        AtStep: {
            /** Format: int64 */
            people: number;
            /** @description Path of its first page. */
            step: string;
        };
        /**
         * @description What an entry records, by the word that is stored.
         * @enum {string}
         */
        AuditAction: "activate study version" | "anonymise" | "ask for export" | "create the admin" | "download audit log" | "exclude participant" | "export data" | "export events" | "open preview" | "read the report" | "reconcile" | "retention" | "set quotas" | "set study status" | "set the admin's password" | "sign in" | "unblind" | "undo exclusion" | "view participant" | "withdraw participant";
        /** @description Whether every entry follows from the one before. */
        AuditChain: {
            /**
             * Format: int64
             * @description The first entry that does not follow; null if all do.
             */
            brokenAt: number | null;
            /**
             * Format: int64
             * @description How many there are.
             */
            entries: number;
            /**
             * @description SHA-256 of the last one, which covers all before it; null if there is none. Anyone who has it can tell later
             *     that an entry up to there is missing or another: every data package has it in its manifest.
             */
            head: string | null;
            /** @description They do: nothing was changed, removed or put in. */
            whole: boolean;
        };
        AuditEntry: {
            action: components["schemas"]["AuditAction"] | string;
            actor: string;
            at: string;
            details: unknown;
            /**
             * Format: int64
             * @description From 1, without a gap.
             */
            number: number;
        };
        /** @description A page of the audit log. */
        AuditLog: {
            /** @description What checking the whole log found just now. */
            chain: components["schemas"]["AuditChain"];
            /** @description The newest first. */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * Format: int64
             * @description For `before` of the next page; null on the last one.
             */
            next: number | null;
        };
        /** @description A chart. It has no name for screen readers: the page has its title, and a table with its numbers. */
        ChartDrawing: {
            /** @description The drawing as SVG; null if there is nothing to draw. */
            svg: string | null;
        };
        /** @description A clip with its persona, or the opening, which has neither persona nor medium: `context` is its heading. */
        Clip: {
            context: string | null;
            id: string;
            media: components["schemas"]["PublicMedia"] | null;
            /** @description From 1; 0 for the opening. */
            number: number;
            persona: components["schemas"]["PublicPersona"] | null;
            /** @description Ratings; ids without the clip's prefix. */
            ratings: components["schemas"]["PublicItem"][];
        };
        /**
         * @description The closed list of error codes, described in docs/API-DESIGN.md.
         * @enum {string}
         */
        Code: "malformed" | "not_authenticated" | "other_account" | "login_failed" | "refresh_failed" | "participants_only" | "admin_only" | "other_group" | "other_site" | "other_origin" | "post_only" | "imports_off" | "invalid_permit" | "consent_required" | "study_closed" | "withdrawn" | "not_found" | "method_not_allowed" | "request_timeout" | "wrong_page" | "conflict" | "consent_recorded" | "participant_left" | "already_excluded" | "not_excluded" | "already_unblinded" | "study_anonymised" | "export_would_unblind" | "username_taken" | "already_taking_part" | "too_large" | "too_many_items" | "unsupported_media_type" | "unsupported_encoding" | "invalid_answers" | "invalid_fields" | "too_many_requests" | "internal" | "unavailable" | "medium_unavailable" | "analytics_unavailable";
        /** @description Nothing, or the timing of the last page. */
        Completed: {
            /** @default null */
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description What the recruiter wants to see. */
        Completion: {
            /** @description The completion code, once it is. */
            code: string | null;
            /** @description Whether everything is stored. */
            complete: boolean;
            /** @description The way back, once it is. */
            returnUrl: string | null;
        };
        /** @description A consent as given on the consent page. */
        Consent: {
            /** @description Language that it was shown in. */
            locale: string;
            /** @description Every tick, true or false. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the text that was shown. */
            version: string;
        };
        /** @description The figures of an arm. */
        ConsortArm: {
            /**
             * Format: int32
             * @description Registered with a slot in the arm.
             */
            allocated: number;
            /**
             * Format: int32
             * @description Reached the end, are not left out, and their data are there.
             */
            analysable: number;
            arm: components["schemas"]["ArmName"];
            /**
             * Format: int32
             * @description Reached the end, whether or not they withdrew afterwards.
             */
            completed: number;
            /** @description Came to each step, in order. Nothing while the arms are blinded. */
            entered: components["schemas"]["AtStep"][];
            /** @description Left out, by reason. */
            excluded: components["schemas"]["Excluded"][];
            /**
             * Format: int32
             * @description Saw the first page that differs between the arms.
             */
            exposed: number;
            /** @description Where those are who have not reached the end. Nothing while the arms are blinded. */
            stopped: components["schemas"]["AtStep"][];
            /**
             * Format: int32
             * @description Neither reached the end nor withdrew.
             */
            underWay: number;
            /**
             * Format: int32
             * @description Withdrew; everything was erased.
             */
            withdrawnErased: number;
            /**
             * Format: int32
             * @description Of these, before the end.
             */
            withdrawnErasedBeforeEnd: number;
            /**
             * Format: int32
             * @description Withdrew; what they gave is kept.
             */
            withdrawnKept: number;
            /**
             * Format: int32
             * @description Of these, before the end.
             */
            withdrawnKeptBeforeEnd: number;
        };
        /** @description The figures of the flow diagram (CONSORT 2025, items 22a and 22b): the same counts as in a data package. */
        ConsortFigures: {
            /** @description By arm. */
            arms: components["schemas"]["ConsortArm"][];
            /** Format: int64 */
            consented: number;
            /** @description Whether the arms are blinded. */
            masked: boolean;
            /**
             * Format: int64
             * @description Registered; who had everything erased is counted.
             */
            registered: number;
            /**
             * Format: int64
             * @description Simulated participants among the registered.
             */
            simulated: number;
            /**
             * Format: int32
             * @description Registered and without a place: never exposed, and the place went back to the schedule.
             */
            unallocated: number;
        };
        /** @description The opening and the clips, with how many of them are submitted. */
        ControlFlow: {
            /** @description In order. */
            clips: components["schemas"]["Clip"][];
            /** @description Submitted so far. */
            done: number;
        };
        /** @description Where it should be. */
        CorrectPage: {
            /** @description A path; the one asked for if that is open. */
            correctPage: string;
        };
        /** @description Name and password. */
        Credentials: {
            password: string;
            username: string;
        };
        /** @description What happened on a day. */
        Day: {
            /** @description By arm; who has no slot at present is in none. */
            arms: components["schemas"]["ArmDay"][];
            /** @description `2026-11-20`. */
            day: string;
        };
        /** @description What the study was about, and each item with its truth. */
        Debrief: {
            /** @description HTML, sanitised. */
            html: string;
            /** @description Items that the participant has seen, in order. */
            items: components["schemas"]["PublicDebrief"][];
            /** @description The trainings' items as an exercise, for who was in an arm without a training. */
            training: components["schemas"]["PublicExercise"][];
        };
        /** @description How many people came how far. */
        Enrolment: {
            /**
             * Format: int32
             * @description Registered. In an arm: with a slot in it. Who had everything erased is counted.
             */
            allocated: number;
            /**
             * Format: int32
             * @description Of these, had everything erased.
             */
            erased: number;
            /**
             * Format: int32
             * @description Left out of the analysis, as planned or by the researcher.
             */
            excluded: number;
            /**
             * Format: int32
             * @description Saw the first page that differs between the arms.
             */
            exposed: number;
            /**
             * Format: int32
             * @description Reached the end, whether or not they withdrew afterwards.
             */
            finished: number;
            /**
             * Format: int32
             * @description Under way: neither reached the end nor withdrew.
             */
            underWay: number;
            /**
             * Format: int32
             * @description Withdrew, with or without their data.
             */
            withdrawn: number;
        };
        /**
         * @description Kinds of evidence.
         * @enum {string}
         */
        EvidenceKind: "source" | "earlier" | "credentials" | "longer";
        /** @description The wish to leave a participant out of the analysis. */
        Exclude: {
            /** @description Why: it goes into the data next to the participant, and into the flow diagram. */
            reason: string;
        };
        /** @description People left out for a reason. */
        Excluded: {
            /** @description Whether the plan leaves them out, and not the researcher's own decision. */
            asPlanned: boolean;
            /** Format: int64 */
            people: number;
            /** @description The plan's words, or the researcher's. */
            reason: string;
        };
        /** @description Where to fetch it. */
        ExportTickets: {
            /** @description Address of the file of accounts and recruiters' ids, if it was asked for. */
            identities: string | null;
            /** @description Address of the package, a ZIP file. */
            package: string;
            /** @description This was the study's unblinding. */
            unblinded: boolean;
            /** @description The addresses are good until then, and no longer than the session. */
            until: string;
        };
        /** @description A rule of an item, or of a form. */
        FieldCode: components["schemas"]["ValidationCode"] | components["schemas"]["FormCode"];
        /** @description What is wrong with one field. */
        FieldProblem: {
            /** @description Which rule it breaks. */
            code: components["schemas"]["FieldCode"];
            /** @description The variable of an answer, the item if its answers don't fit together, or the field of a form. */
            item: string;
            /** @description What to do: of an answer in the participant's language, otherwise in English. */
            message: string;
            /** @description The limits that the message names. */
            params?: {
                [key: string]: string;
            };
        };
        /** @description The page flow for anyone who asks. */
        FlowConfig: {
            /**
             * Format: int32
             * @description Milliseconds between a change of the route and the check.
             */
            checkDelay: number;
            /** @description All groups: for the admin only. */
            groups?: Record<string, unknown> | null;
            groupType?: components["schemas"]["Group"] | null;
            /** @description The own pages in order. */
            pageFlow: string[];
        };
        /** @description The flow diagram. */
        FlowDrawing: {
            rows: components["schemas"]["FlowFigure"][];
            /** @description The drawing; null while the first report is being computed. */
            svg: string | null;
        };
        /** @description A figure of the flow diagram. */
        FlowFigure: {
            /** @description Label of the arm; null for all. */
            arm: string | null;
            /** Format: int32 */
            people: number;
            /** @description Whether it is a reason for the figure above it. */
            reason: boolean;
            /** @description Name of the stage. */
            stage: string;
            /** @description What is counted. */
            what: string;
        };
        /**
         * @description The parallel test forms: in form Y, each test item has its other version.
         * @enum {string}
         */
        Form: "x" | "y";
        /**
         * @description The closed list of what can be wrong with a form's field.
         * @enum {string}
         */
        FormCode: "length" | "too_long" | "invisible_characters" | "password_names_study" | "password_guessable" | "consent_outdated" | "consent_statement_required" | "consent_statement_unknown" | "locale_unknown" | "link_incomplete" | "link_parameter_too_long" | "withdrawal_mode_unavailable" | "reason_missing" | "group_unknown" | "page_unknown" | "unknown_arm" | "quota_above_target";
        /** @description An answer given earlier. */
        GivenAnswer: {
            /** @description The option's value. */
            answer: string;
            /** Format: int64 */
            confidence: number | null;
        };
        /** @description A consent on record. */
        GivenConsent: {
            at: string;
            /** @description What was ticked. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the consent text. */
            version: string;
        };
        /**
         * @description The keys of the three arms that a study can have.
         * @enum {string}
         */
        Group: "control_0" | "treatment_0" | "treatment_1";
        /** @description The pages of a group. */
        GroupFlow: {
            groupType: components["schemas"]["Group"];
            /** @description Its pages in order. */
            pageFlow: string[];
        };
        /** @description What there is to see for a participant in a group. */
        GroupViews: {
            group: components["schemas"]["Group"];
            /** @description In order. */
            steps: components["schemas"]["StepViews"][];
        };
        /** @description The wish to take a participant in again. */
        Include: {
            /** @description Why, for the audit log and the participant's timeline: that they were left out stands there too. */
            reason: string;
        };
        JudgementBody: {
            /** @description Value of an option. */
            answer: string;
            /**
             * Format: int32
             * @description 50, 60 … 100, where it is asked.
             */
            confidence?: number | null;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description What there is in the database. */
        Kinds: {
            /** Format: int64 */
            people: number;
            /**
             * Format: int64
             * @description Previews of the researcher; they are in nothing else.
             */
            previews: number;
            /** Format: int64 */
            simulated: number;
        };
        /** @description How often something happened. */
        KindUsed: {
            /** Format: int64 */
            events: number;
            /** @description `flow_a_question`. */
            kind: string;
            /** @description "Flow A Question Answered". */
            name: string;
            /**
             * Format: int64
             * @description To how many people.
             */
            people: number;
        };
        LocaleName: {
            /** @description Its own name for itself. */
            name: string;
            /** @description BCP 47 tag. */
            tag: string;
        };
        /** @description What to look at. */
        Look: {
            /** @description With this test form; X if it is not said. */
            form?: components["schemas"]["Form"];
            /** @description Through the eyes of this group. */
            group: components["schemas"]["Group"];
            /** @description Language; the study's own if it is not said. */
            language?: string | null;
            /**
             * @description Path of a page of that group, as `GET /api/admin/previews` names it, or `/profile`; the first one if it is not
             *     said. Before a follow-up or a verdict an answer is submitted, made up and the preview's own.
             */
            page?: string | null;
            /**
             * @description Which of the page's parts, from 1: sections of a questionnaire, clips of the control flow. The first one if it
             *     is not said.
             */
            part?: number | null;
        };
        /**
         * @description Kind of medium.
         * @enum {string}
         */
        MediaKind: "image" | "audio" | "video";
        /** @description What happened to a medium. */
        MediaTiming: {
            /**
             * Format: double
             * @description When it could play.
             * @default null
             */
            canPlay?: number | null;
            /**
             * @description Whether captions were shown.
             * @default false
             */
            captions?: boolean;
            /**
             * @description Why it failed, if it did: `aborted`, `network`, `decode`, `not supported` or `unknown`; anything else is
             *     `other`.
             * @default null
             */
            error?: string | null;
            /**
             * Format: double
             * @description When its first frame was shown.
             * @default null
             */
            firstFrame?: number | null;
            /**
             * @description Whether it ran without sound.
             * @default false
             */
            muted?: boolean;
            /**
             * Format: int32
             * @description How often it was started.
             * @default 0
             */
            plays?: number;
            /**
             * Format: int32
             * @description How often the participant jumped.
             * @default 0
             */
            seeks?: number;
            /**
             * Format: double
             * @description For how long.
             * @default 0
             */
            stalledFor?: number;
            /**
             * Format: int32
             * @description How often it stopped for want of data.
             * @default 0
             */
            stalls?: number;
            /** @default  */
            url?: string;
            /**
             * @description Intervals watched, in seconds of the medium.
             * @default []
             */
            watched?: number[][];
            /**
             * Format: int32
             * @description Intervals between the first and the last of these that are not listed.
             * @default 0
             */
            watchedOmitted?: number;
        };
        /** @description Something at a time. */
        Moment: {
            /** Format: double */
            at: number;
            /** @description Variable, or id of the evidence. */
            item: string;
            /**
             * Format: int32
             * @description Moments of the same item after this one and before its next one that are not listed.
             */
            omitted?: number;
        };
        /** @description Answers by name. */
        NamedAnswers: {
            /** @description By name. */
            answers: Record<string, unknown>;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description How many people the study takes from now on. What is not named has no limit of its own. */
        NewQuotas: {
            /** @description By the arm's id. */
            arms?: {
                [key: string]: number;
            };
            /** @description Why, for the audit log. */
            reason: string;
            /**
             * Format: int32
             * @description All arms together, not above the bundle's target.
             */
            total?: number | null;
        };
        /** @description The page to move to. */
        NewState: {
            currentState: string;
        };
        /** @description Whether the study takes people from now on, and why. */
        NewStatus: {
            /** @description Why, for the audit log. */
            reason: string;
            /** @description From now on. */
            status: components["schemas"]["StudyStatus"];
        };
        /** @description The page after another one. */
        NextPage: {
            /** @description Its path; `null` at the end, and outside of the flow. */
            nextPage: string | null;
        };
        /** @description Everything that the first page shows. */
        Overview: {
            /** @description All arms together, with those who have no slot at present. */
            all: components["schemas"]["Enrolment"];
            /** @description By arm, blinded or not. */
            arms: components["schemas"]["ArmOverview"][];
            /** @description By day (UTC), the first one first; only days on which something happened. */
            days: components["schemas"]["Day"][];
            /** @description How many rows of each kind there are. */
            kinds: components["schemas"]["Kinds"];
            /** @description Whether the arms are blinded. */
            masked: boolean;
            /** @description People for each sign; a participant can have several. */
            signs: components["schemas"]["Signs"];
            /** @description Whether the study takes people. */
            status: components["schemas"]["StudyStatus"];
            /** @description All arms together: how far people come. */
            steps: components["schemas"]["StepCounts"][];
            /**
             * Format: int32
             * @description People at most, all arms together; null without a limit.
             */
            target: number | null;
            /** @description Whether simulated participants are counted. */
            withSimulated: boolean;
        };
        /** @description A page text. */
        PageText: {
            /** @description HTML, sanitised. */
            html: string;
        };
        /** @description How often a page was viewed. */
        PageUsed: {
            /** @description Pattern of its address, such as `/flow-a/question/{questionId}`. */
            page: string;
            /**
             * Format: int64
             * @description By how many people.
             */
            people: number;
            /** Format: int64 */
            views: number;
        };
        /** @description One look of a page. `page` and `part` are what `POST /api/admin/previews` wants. */
        PageView: {
            /** @description What it shows. */
            kind: components["schemas"]["ViewKind"];
            page: string;
            /** @description Which section or part, from 1; null where the path says everything. */
            part: number | null;
        };
        /** @description Everything about one participant. */
        ParticipantDetail: components["schemas"]["ParticipantRow"] & {
            /** @description Who left them out of the analysis, if they are left out. */
            excludedBy: string | null;
            /** @description Whether the arms are blinded. */
            masked: boolean;
            /** @description Hash of the bundle that they take part in. */
            studyVersion: string;
            /** @description Everything that happened, the first thing first. */
            timeline: components["schemas"]["TimelineMoment"][];
            withdrawnAt: components["schemas"]["ShownTime"] | null;
        };
        /** @description One page of the list. */
        ParticipantList: {
            /** @description How many there are. */
            all: number;
            /** @description Which one the first row is of those that match, from 1; one more than there are if there is no row. */
            from: number;
            /** @description Whether the arms are blinded. */
            masked: boolean;
            /** @description How many there are in all that match. */
            matching: number;
            /** @description For `after` of the next page; null on the last one. */
            next: string | null;
            /** @description The newest first. */
            participants: components["schemas"]["ParticipantRow"][];
        };
        ParticipantRow: {
            arm: components["schemas"]["ArmName"] | null;
            /** @description The pseudonym, which names them in all calls. */
            code: string;
            /** @description Why they are left out of the analysis, if they are. */
            excluded: string | null;
            /** @description Whether the plan leaves them out, and not the researcher's own decision. */
            excludedAsPlanned: boolean;
            finishedAt: components["schemas"]["ShownTime"] | null;
            locale: string;
            /**
             * @description Arrival on the page that they are on, or, while the arms are blinded, in the part that differs between the arms
             *     if they are there.
             */
            movedAt: components["schemas"]["ShownTime"];
            presence: components["schemas"]["Presence"] | null;
            registeredAt: string;
            /** @description What deserves a second look. */
            signs: components["schemas"]["QualityFlagCount"][];
            /** @description A simulated participant. */
            simulated: boolean;
            /** @description Where they are in their life in the study. */
            status: components["schemas"]["ParticipantStatus"];
            /** @description The step that they are on, or were on last. */
            step: string;
        };
        /**
         * @description Where a participant is in their life in the study.
         * @enum {string}
         */
        ParticipantStatus: "under_way" | "finished" | "withdrawn";
        /** @description A data package that was made, here or on the command line. */
        PastExport: {
            /** @description Who asked for it. */
            actor: string;
            at: string;
            /** @description SHA-256 of the file of accounts and recruiters' ids, if one was made. */
            identities: string | null;
            /** @description SHA-256 of its manifest, which has the SHA-256 of all its files. */
            package: string | null;
            /** @description Rows by table; none of an export before unblinding as long as the arms are blinded. */
            rows: {
                [key: string]: number;
            };
            /** @description Whether simulated participants are in it. */
            simulated: boolean;
        };
        /** @description A persona, with how far the participant is with it. */
        PersonaCard: components["schemas"]["PublicPersona"] & {
            answered: number;
            /** @description Posts of Flow B. */
            posts: number;
            /** @description Whether its posts are to come, under way, or done. */
            state: components["schemas"]["PersonaState"];
        };
        /** @description The posts of a persona. */
        PersonaPosts: {
            /** @description HTML, sanitised. */
            intro: string;
            /** @description In order. */
            posts: components["schemas"]["Post"][];
        };
        /**
         * @description How far the participant is with a persona.
         * @enum {string}
         */
        PersonaState: "open" | "under_way" | "done";
        /** @description Where the participant is. */
        Position: {
            /** @description The present page. */
            currentState: string;
            /** @description Where "Continue" leads; `null` if the page wants a submission first. */
            nextState: string | null;
            progress: components["schemas"]["ProgressSummary"] | null;
        };
        /** @description A post, with what was answered. */
        Post: components["schemas"]["PublicFlowBPost"] & components["schemas"]["Answered"];
        /** @description The practice item, with what was answered. */
        Practice: {
            /** @description The answer given, if any. */
            answer: string | null;
            practice: components["schemas"]["PublicPractice"];
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /**
         * @description Time since a participant's last move.
         * @enum {string}
         */
        Presence: "active" | "idle" | "stuck" | "gone";
        /**
         * @description What a browser needs to show the page: the tokens belong into a tab of their own (its session storage, not the local
         *     storage, where the researcher's are).
         */
        Preview: components["schemas"]["Tokens"] & {
            /** @description Pseudonym, as the pages show it. */
            code: string;
            /** @description The page to open. */
            path: string;
            /** @description When it is deleted, with everything that was typed. */
            until: string;
        };
        /** @description The page before another one. */
        PreviousPage: {
            /** @description Its path; `null` at the beginning, and outside of the flow. */
            previousPage: string | null;
        };
        /** @description The body of every error. */
        Problem: {
            code: components["schemas"]["Code"];
            /** @description Where the participant is, with `wrong_page`. */
            currentState?: string | null;
            /** @description What is wrong with each field. */
            fields?: components["schemas"]["FieldProblem"][];
            /** @description What is wrong, in English; of answers in the participant's language. */
            message: string;
            /** @description How many more fields are wrong than `fields` lists. */
            moreFields?: number | null;
            /** @description The values that the message names, for a translation of `code`. */
            params?: {
                [key: string]: string;
            };
            /** @description Names the log line of an `internal` error. */
            requestId?: string | null;
            /** Format: int32 */
            status: number;
            /** @description The status in words. */
            title: string;
            /** @description Always `about:blank`: `code` distinguishes the kinds. */
            type: string;
        };
        /** @description First and last name; empty if not given. */
        Profile: {
            firstName: string;
            lastName: string;
        };
        /** @description Names to change; an absent one stays, an empty one is removed. */
        ProfileChange: {
            firstName?: string | null;
            lastName?: string | null;
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
            /** @description The present part, from 1. The steps in which arms differ are one part. */
            part: number;
        };
        /** @description What the browser must know to send analytics. */
        PublicAnalytics: {
            /** @description The hosted service; null is this server. */
            host: string | null;
            /** @description Token of the project. */
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
            /** @description Label of the participant's answer, if there is one. */
            answer: string | null;
            correct: boolean | null;
            cue: string | null;
            explanation: string | null;
            id: string;
            /** @description Where the cue is. */
            marks: components["schemas"]["Annotation"][];
            media: components["schemas"]["PublicMedia"] | null;
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
         * @description An item of a training as an exercise on `/end`, for participants of an arm without training. The truth comes with it,
         *     because nothing of it is data.
         */
        PublicExercise: {
            /** @description A line above it. */
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
            /** @description The clip is altered, and the participant rated its original in the control task. */
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
        /** @description Feedback. It is created only for an answer that is stored. */
        PublicFeedback: {
            /** @description Whether the last answer was correct. */
            correct: boolean;
            /** @description Name of the cue, if the medium was altered. */
            cue: string | null;
            /** @description Answers that are disabled for it. */
            disabledAnswers: string[];
            /** @description Why this is the correct answer; absent while another attempt is allowed. */
            explanation: string | null;
            /** @description A benign look-alike. */
            lookAlike: string | null;
            /** @description Where the cue is. */
            marks: components["schemas"]["Annotation"][];
            /** @description Whether another attempt is allowed. */
            mayRetry: boolean;
            /** @description Label of the correct answer; absent while another attempt is allowed. */
            truth: string | null;
        };
        /** @description Flow A as a whole. */
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
        /** @description The kinds as participants see them: an attention check is a `likert` item. */
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
            /** @description The options' variables and labels, in the order in which they are shown first. */
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
            steps: components["schemas"]["PublicLandingStep"][];
            title: string;
        };
        /** @description A step of what happens. */
        PublicLandingStep: {
            /** @description Path below `media/`. */
            picture: string;
            text: string;
            title: string;
        };
        /** @description A medium. Its URLs are paths below `media/` in this crate; the server replaces each by a media ticket. */
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
            text: string;
        };
        /** @description The practice item. */
        PublicPractice: {
            id: string;
            media: components["schemas"]["PublicMedia"];
            options: components["schemas"]["PublicChoice"][];
            prompt: string;
        };
        /** @description A question without its persona's bare id. */
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
            /** @description Number of sections saved. */
            done: number;
            /** @description HTML, sanitised. */
            intro: string | null;
            /** @description Answers of saved sections that later conditions read, so that another browser shows the same items. */
            known: Record<string, unknown>;
            /** @description All sections; those before `done` are saved. */
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
        /** @description A page of items. */
        PublicSection: {
            id: string;
            /** @description HTML, sanitised. */
            intro: string | null;
            items: components["schemas"]["PublicItem"][];
            title: string;
        };
        /** @description A file of a medium. */
        PublicSource: {
            mediaType: string;
            url: string;
        };
        /** @description A consent statement. */
        PublicTick: {
            /** @description It permits usage analytics. */
            analytics: boolean;
            id: string;
            label: string;
            note: string | null;
            required: boolean;
        };
        /**
         * @description Something that deserves a second look.
         * @enum {string}
         */
        QualityFlag: "too_fast" | "straight_lining" | "failed_attention" | "media_failed" | "stuck";
        /** @description A sign, and how often. */
        QualityFlagCount: {
            sign: components["schemas"]["QualityFlag"];
            /**
             * Format: int64
             * @description How often; once as long as the arms are blinded, because some arms have more to submit.
             */
            times: number;
        };
        /** @description A question with its persona and what was answered. */
        Question: components["schemas"]["PublicQuestionBody"] & components["schemas"]["Answered"] & {
            /** @description Who is seen or heard. */
            persona: components["schemas"]["PublicPersona"];
        };
        /** @description Answers of a questionnaire. */
        QuestionnaireAnswers: {
            /** @description By variable. */
            answers: Record<string, unknown>;
            /** @description One section; without it, all that is left. */
            section?: string | null;
            timing?: components["schemas"]["Timing"] | null;
        };
        /** @description The receipt of something stored. */
        Receipt: components["schemas"]["Position"] & {
            /** @description Personas of Flow B completed so far. */
            completedPersonas: string[];
            /** @description Id of the stored row; `null` for the admin, whose answers are not stored. */
            receipt: string | null;
            /** @description Whether it had been stored before. */
            repeated: boolean;
            /** @description When it was stored. */
            storedAt: string | null;
            verdict: components["schemas"]["PublicFeedback"] | null;
        };
        /** @description The refresh token. */
        Refresh: {
            /** @description As it was received. */
            refresh_token: string;
        };
        Registration: {
            consent?: components["schemas"]["Consent"] | null;
            /** @description If the participant likes. */
            firstName?: string | null;
            /** @description If the participant likes. */
            lastName?: string | null;
            /** @description Language of the study. */
            locale?: string | null;
            /** @description 8 to 256 characters, not easy to guess. */
            password: string;
            /** @description Parameters of the link, such as `PROLIFIC_PID`; those that the study does not name are not kept. */
            recruitment?: {
                [key: string]: string;
            };
            /** @description 3 to 64 characters. */
            username: string;
        };
        /** @description Everything that is known about the study's result. Arms are called by their index in `arms`. */
        Report: {
            /** @description What this is a report of. */
            about: components["schemas"]["ReportAbout"];
            /** @description The arms. */
            arms: components["schemas"]["ReportArm"][];
            /** @description How far missing outcomes could move it. */
            bounds: components["schemas"]["ReportBounds"][];
            /** @description Cautions: interim data, simulated participants, attrition, exclusions. */
            cautions: string[];
            /** @description Calibration and ROC curves, by arm and test. */
            curves: components["schemas"]["ReportCurves"][];
            /** @description Quality flags. */
            flags: components["schemas"]["ReportFlagCount"][];
            /** @description Flow of participants. */
            flow: components["schemas"]["ReportFlow"];
            /** @description The result in one or two sentences. */
            headline: string;
            /** @description Each hypothesis with its verdict. */
            hypotheses: components["schemas"]["ReportHypothesis"][];
            /** @description Item by item. */
            items: components["schemas"]["ReportItem"][];
            /** @description Loss of the primary outcome by arm, with its test. */
            loss: components["schemas"]["ReportLoss"];
            /** @description The model of the primary outcome. */
            model: components["schemas"]["ReportModel"];
            /** @description Every outcome by arm, before, afterwards and arm against arm. */
            outcomes: components["schemas"]["ReportOutcome"][];
            /** @description The primary comparison in several populations. */
            populations: components["schemas"]["ReportPopulation"][];
            /** @description Scales of the questionnaires. */
            scales: components["schemas"]["ReportScale"][];
            /** @description Time and drop-off by step. */
            times: components["schemas"]["ReportTimes"][];
        };
        /** @description What a report is of. */
        ReportAbout: {
            /**
             * Format: double
             * @description Error rate of the tests.
             */
            alpha: number;
            /**
             * Format: double
             * @description The rise in false alarms that must be ruled out.
             */
            falseAlarmMargin: number;
            /** @description The study is blinded: arms have blinded labels. */
            masked: boolean;
            /**
             * Format: int32
             * @description Simulated participants among the registered, erased ones counted.
             */
            simulated: number;
            /**
             * Format: int32
             * @description Simulated participants that were left out.
             */
            simulatedLeftOut: number;
            /**
             * Format: int32
             * @description Number of people to be allocated, if there is an end.
             */
            target: number | null;
            /** @description Title of the study. */
            title: string;
            /** @description The bundle's version. */
            version: string;
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
             * @description Reached the end, whether or not they withdrew afterwards.
             */
            completed: number;
            /**
             * Format: int32
             * @description Withdrew, and had everything erased.
             */
            erased: number;
            /**
             * Format: int32
             * @description Of these, before the end.
             */
            erasedBeforeEnd: number;
            /**
             * Format: int32
             * @description Excluded from the analysis, as planned or by the researcher.
             */
            excluded: number;
            /** @description Why. A participant with several reasons is counted with the first. */
            excludedReasons: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Randomised to it.
             */
            randomised: number;
            /**
             * Format: int32
             * @description Answered all of them; of those whose data were not erased.
             */
            testCompleted: number;
            /**
             * Format: int32
             * @description Answered at least one item of the post-test; of those whose data were not erased.
             */
            testStarted: number;
            /**
             * Format: int32
             * @description Answered all of them. None while the arms are blinded.
             */
            trainingCompleted: number | null;
            /**
             * Format: int32
             * @description Answered at least one training item. None while the study is blinded: not all arms have a training.
             */
            trainingStarted: number | null;
            /**
             * Format: int32
             * @description Neither reached the end nor withdrew.
             */
            unfinished: number;
            /** @description Where those are. Empty while the study is blinded: pages would reveal the arms. */
            unfinishedAt: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Withdrew; their data are kept.
             */
            withdrew: number;
            /**
             * Format: int32
             * @description Of these, before the end.
             */
            withdrewBeforeEnd: number;
        };
        /** @description Loss in an arm. */
        ReportArmLoss: {
            /** @description Index of the arm. */
            arm: number;
            difference: components["schemas"]["ReportNumber"] | null;
            /**
             * Format: int32
             * @description Of these, without the primary outcome, for whatever reason.
             */
            lost: number;
            /**
             * Format: int32
             * @description Randomised.
             */
            randomised: number;
            /** @description The share, with Wilson's interval. */
            share: components["schemas"]["ReportNumber"];
        };
        /** @description How far people without the outcome could move a difference. */
        ReportBounds: {
            /**
             * Format: double
             * @description The other way round.
             */
            best: number | null;
            /** @description Name of the comparison. */
            comparison: string;
            /**
             * Format: double
             * @description Difference of mean d' among those with the outcome, not adjusted.
             */
            observed: number | null;
            /**
             * Format: double
             * @description The same if all missing in the arm had the lowest d' possible, and all missing in the other the highest.
             */
            worst: number | null;
        };
        /** @description A level of confidence. */
        ReportCalibrationPoint: {
            /**
             * Format: double
             * @description Share of right ones.
             */
            accuracy: number;
            /**
             * Format: int32
             * @description Answers given with it.
             */
            answers: number;
            /**
             * Format: double
             * @description As stated, 0.5 to 1.
             */
            confidence: number;
            /**
             * Format: double
             * @description Upper end.
             */
            high: number;
            /**
             * Format: double
             * @description Lower end of Wilson's interval, as if all answers were independent.
             */
            low: number;
        };
        /** @description An arm minus another one, adjusted for the same measure before where there is one. */
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
             * @description Upper end.
             */
            high: number | null;
            /**
             * Format: double
             * @description Lower end of its 95% interval.
             */
            low: number | null;
            /** @description People in the model, of all arms. */
            n: number;
            /**
             * Format: double
             * @description Two-sided p value, for this comparison alone.
             */
            p: number | null;
            /**
             * Format: double
             * @description The same after Holm's correction over the comparisons; for the primary outcome and the criterion alone.
             */
            pHolm: number | null;
            /**
             * Format: double
             * @description Standard error (HC3).
             */
            standardError: number | null;
            /**
             * Format: double
             * @description t statistic.
             */
            t: number | null;
            /**
             * Format: double
             * @description The difference, in the unit of the outcome; none if it can't be computed, for the reason `why`.
             */
            value: number | null;
            /** @description Why there is no difference. */
            why: string | null;
        };
        /** @description The curves of one arm in one test, over all its answers. */
        ReportCurves: {
            /** @description Index of the arm. */
            arm: number;
            /** @description Area under it. Its interval accounts for several answers of one participant (Obuchowski 1997). */
            auc: components["schemas"]["ReportNumber"];
            /** @description Accuracy at each confidence. */
            calibration: components["schemas"]["ReportCalibrationPoint"][];
            /** @description Which test. */
            phase: components["schemas"]["ReportPhase"];
            /** @description The ROC curve of answer and confidence, from (0, 0) to (1, 1). */
            roc: components["schemas"]["ReportRocPoint"][];
            /** @description Type-2 area: how well confidence separates correct from incorrect answers; 0.5 is not at all. */
            type2Auc: components["schemas"]["ReportNumber"];
        };
        /**
         * @description A quality flag of a whole participation.
         * @enum {string}
         */
        ReportFlag: "hurried" | "same_answer" | "failed_attention" | "media_failed" | "set_apart";
        /** @description How many participants have a flag. */
        ReportFlagCount: {
            /**
             * @description The same by arm. Empty while the study is blinded: what participants were asked and shown, and how long it takes,
             *     differs between the arms.
             */
            arms: number[];
            /** @description The flag. */
            flag: components["schemas"]["ReportFlag"];
            /** @description The flag's name in the report's language. */
            label: string;
            /**
             * Format: int32
             * @description Randomised people who have it.
             */
            people: number;
        };
        /** @description The participant flow (CONSORT 2025, items 22a and 22b). All counts include erased participants. */
        ReportFlow: {
            /** @description The flow of the randomised, by arm. */
            arms: components["schemas"]["ReportArmFlow"][];
            /**
             * Format: int32
             * @description Of these, gave consent; erased participants are counted.
             */
            consented: number;
            /**
             * Format: int32
             * @description Not randomised: have not seen the first page that differs between the arms.
             */
            notRandomised: number;
            /** @description Where they are, or why they left. */
            notRandomisedReasons: components["schemas"]["ReportReason"][];
            /**
             * Format: int32
             * @description Randomised.
             */
            randomised: number;
            /**
             * Format: int32
             * @description Registered.
             */
            registered: number;
        };
        /** @description A hypothesis and its verdict. */
        ReportHypothesis: {
            /** @description The comparison on which it is based. */
            contrast: components["schemas"]["ReportContrast"];
            /** @description Its name in the plan; the pair of arms while they are blinded. */
            id: string;
            /** @description The outcome that it is about. */
            outcome: string;
            /** @description Its statement. */
            statement: string;
            /** @description The verdict. */
            verdict: components["schemas"]["ReportVerdict"];
            /** @description The verdict in a sentence or two. */
            words: string;
        };
        /** @description An item of a test. */
        ReportItem: {
            /** @description Family of what was altered. */
            cue: string | null;
            /**
             * @description Correlation of being right here with the share right on all other items of the same test, from -1 to 1.
             *     Near 0 or below: the item measures something else.
             */
            discrimination: components["schemas"]["ReportNumber"];
            /** @description Share of "altered" where it was authentic: false alarms. */
            falseAlarms: components["schemas"]["ReportNumber"];
            /** @description Share of "altered" where it was manipulated: hits. */
            hits: components["schemas"]["ReportNumber"];
            /** @description Variable. */
            id: string;
            /** @description `image`, `audio`, `video` or `post`. */
            kind: string;
            /** @description `before` or `after`. */
            phase: components["schemas"]["ReportPhase"];
            /** @description Share of right judgements, with Wilson's interval: the item's easiness. */
            right: components["schemas"]["ReportNumber"];
            /** @description The medium. */
            stimulus: string | null;
            /**
             * @description What people know it by, in the study's own language: the words of the post or of who speaks, or what the picture
             *     shows.
             */
            title: string;
        };
        /** @description Loss of the primary outcome, by arm. */
        ReportLoss: {
            /** @description By arm. */
            arms: components["schemas"]["ReportArmLoss"][];
            /**
             * Format: double
             * @description Chi-square statistic of "the same loss in all arms"; none if no participant was lost, or all were.
             */
            chiSquare: number | null;
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
        };
        /** @description The model that the primary contrasts come from. */
        ReportModel: {
            /** @description Adjusted mean of each arm at the overall mean of what was measured before. */
            adjustedMeans: components["schemas"]["ReportNumber"][];
            /**
             * Format: double
             * @description p value of "all arms alike" (Wald F, HC3).
             */
            armsP: number | null;
            /** @description People in it. */
            n: number;
            /**
             * Format: double
             * @description Standard deviation of what the model leaves unexplained.
             */
            residual: number | null;
            /**
             * Format: double
             * @description Share of variance explained.
             */
            rSquared: number | null;
            /** @description Change of the outcome for each unit of what was measured before. */
            slope: components["schemas"]["ReportNumber"];
            /** @description Why there is no model. */
            why: string | null;
        };
        /** @description A number with its 95% interval. */
        ReportNumber: {
            /**
             * Format: double
             * @description Standard deviation between people, where it is a mean.
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
             * @description The number; none if it can't be computed, for the reason `why`.
             */
            value: number | null;
            /** @description Why there is no number, or no interval. */
            why: string | null;
        };
        /** @description An outcome. */
        ReportOutcome: {
            /** @description Mean afterwards, by arm. */
            after: components["schemas"]["ReportNumber"][];
            /** @description Mean before, by arm; empty where it was not measured before. */
            before: components["schemas"]["ReportNumber"][];
            /** @description Arm against arm afterwards, adjusted for before. */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description Name in files: a measure (`d_prime`), `d_prime_` with a part of the test, or `scale_` with a scale. */
            id: string;
            /** @description Name for people. */
            label: string;
            /** @description Its meaning, in one sentence. */
            meaning: string;
            /** @description The outcome that the primary hypotheses are about. */
            primary: boolean;
            /** @description What its numbers are. */
            unit: components["schemas"]["ReportUnit"];
        };
        /**
         * @description Which test.
         * @enum {string}
         */
        ReportPhase: "before" | "after";
        /** @description The primary comparison of one population. */
        ReportPopulation: {
            /** @description Arm against arm in d', adjusted for d' before; p values by Holm within the population. */
            contrasts: components["schemas"]["ReportContrast"][];
            /** @description The population. */
            id: components["schemas"]["ReportPopulationId"];
            /** @description Name in the report's language. */
            label: string;
            /** @description People with the outcome, by arm. */
            people: number[];
        };
        /**
         * @description A population.
         * @enum {string}
         */
        ReportPopulationId: "intention_to_treat" | "per_protocol" | "unflagged" | "with_excluded";
        /** @description Quartiles of a time, in seconds. It includes pauses, even overnight. */
        ReportQuartiles: {
            /**
             * Format: double
             * @description A quarter was slower.
             */
            high: number | null;
            /**
             * Format: double
             * @description A quarter was faster. None of these of a few people as long as the arms are blinded.
             */
            low: number | null;
            /**
             * Format: double
             * @description Half were faster.
             */
            median: number | null;
            /** @description People. */
            n: number;
        };
        /** @description A reason, and how many participants have it. */
        ReportReason: {
            /**
             * Format: int32
             * @description People.
             */
            people: number;
            /** @description The reason. */
            reason: string;
        };
        /** @description A point of the ROC curve. */
        ReportRocPoint: {
            /**
             * Format: double
             * @description Share of authentic items rated at least so suspicious.
             */
            falseAlarms: number;
            /**
             * Format: double
             * @description Share of manipulated items rated at least so suspicious.
             */
            hits: number;
        };
        /** @description A scale. */
        ReportScale: {
            /** @description Cronbach's α over the randomised people who answered all items. */
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
        /** @description A step of an arm. */
        ReportStepTime: {
            /**
             * Format: int32
             * @description People who have entered it.
             */
            entered: number;
            /** @description Its first page. */
            page: string;
            /**
             * Format: int32
             * @description Of these, people who have not left it for the next one.
             */
            stayed: number;
            /** @description Time until the next step. */
            time: components["schemas"]["ReportQuartiles"];
        };
        /** @description Times of an arm; of all arms together while they are blinded. */
        ReportTimes: {
            /** @description Index of the arm; none while the study is blinded, because durations would reveal the arms. */
            arm: number | null;
            /** @description Step by step: the funnel. */
            steps: components["schemas"]["ReportStepTime"][];
            /** @description From the first step to the end, for those who have reached it. */
            whole: components["schemas"]["ReportQuartiles"];
        };
        /**
         * @description What the numbers of an outcome are.
         * @enum {string}
         */
        ReportUnit: "share" | "deviations" | "area" | "score" | "points";
        /**
         * @description The decision on a hypothesis.
         * @enum {string}
         */
        ReportVerdict: "supported" | "not_shown" | "opposite" | "held" | "harm" | "unclear" | "different" | "not_different" | "not_computed";
        /**
         * @description What an account may do.
         * @enum {string}
         */
        Role: "participant" | "admin";
        /** @description A value that a condition compares an answer with. */
        ScalarAnswer: string | number | boolean;
        /** @description The schedule of places. */
        ScheduleState: {
            /** @description SHA-256 of the seed, recorded before the first participant: publish it with the registration of the study. */
            commitment: string | null;
            /**
             * Format: int64
             * @description Slots written so far, assigned or not.
             */
            places: number;
        };
        /**
         * @description What happens to what was given so far.
         * @enum {string}
         */
        Scope: "keep" | "erase";
        /** @description Tokens, with the user that they belong to. */
        Session: components["schemas"]["Tokens"] & {
            /** @description Who is signed in. */
            user: components["schemas"]["User"];
        };
        /** @description What happened to a medium. */
        Shown: {
            /** @description Why it failed, if it did. */
            error: string | null;
            /** @description File of the bundle. */
            file: string;
            /**
             * Format: double
             * @description Seconds until the first frame.
             */
            firstFrameSeconds: number | null;
            /**
             * Format: int32
             * @description How often it stopped for want of data.
             */
            stalls: number;
            /**
             * Format: double
             * @description Seconds of it that were played, each counted once.
             */
            watchedSeconds: number;
        };
        /** @description A moment, `2026-11-20T10:00:00.000Z`. While the study is blinded, moments after the entry into the arm-specific part show only the day (UTC), `2026-11-20`: the time spent there would reveal the arm. */
        ShownTime: string;
        /** @description One thing, such as a question with its follow-up and its verdicts. */
        ShownViews: {
            /** @description From 1, among things of its kind; null for what there is once. */
            number: number | null;
            /** @description In the study's words; null where the kind of page says everything. */
            title: string | null;
            /** @description In the order in which they are seen. */
            views: components["schemas"]["PageView"][];
        };
        /** @description People for each sign. */
        Signs: {
            /**
             * Format: int64
             * @description With any of them.
             */
            any: number;
            /** Format: int64 */
            failedAttention: number;
            /** Format: int64 */
            mediaFailed: number;
            /** Format: int64 */
            straightLining: number;
            /** Format: int64 */
            stuck: number;
            /** Format: int64 */
            tooFast: number;
        };
        /** @description How many came to a step, went on, stopped, and are there. */
        StepCounts: {
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            entered: number;
            /**
             * Format: int64
             * @description No move for a day.
             */
            gone: number;
            /**
             * Format: int64
             * @description Moved some minutes ago.
             */
            idle: number;
            /**
             * Format: double
             * @description Median time from entering to passing, in seconds; null if nobody has passed, or too few the part that differs
             *     between blinded arms.
             */
            medianSeconds: number | null;
            /**
             * Format: int64
             * @description Went on, or finished there.
             */
            passed: number;
            /** @description Path of its first page; `/consent` before the first one, `/group-part` for what differs between blinded arms. */
            step: string;
            /**
             * Format: int64
             * @description Perhaps stuck: no move for half an hour.
             */
            stuck: number;
            /**
             * Format: int64
             * @description Withdrew there, with their data left.
             */
            withdrawn: number;
        };
        /** @description Of one step. */
        StepViews: {
            /** @description In the order of the study's files. */
            shown: components["schemas"]["ShownViews"][];
            /** @description Path of its first page. */
            step: string;
        };
        /** @description The study as a visitor sees it. */
        StudyInfo: {
            analytics: components["schemas"]["PublicAnalytics"] | null;
            /** @description What to say to newcomers while they can't: the bundle's page `closed`, as HTML. */
            closed: string | null;
            /** @description Who answers questions. */
            contact: components["schemas"]["PublicContact"];
            ethics: components["schemas"]["PublicEthics"] | null;
            /** @description Short name. */
            id: string;
            /** @description The landing page. */
            landing: components["schemas"]["PublicLanding"];
            /** @description Languages to choose from, the bundle's own first. */
            locales: components["schemas"]["LocaleName"][];
            /**
             * Format: int32
             * @description Nobody younger may take part.
             */
            minimumAge: number;
            /**
             * Format: int32
             * @description How long taking part lasts.
             */
            minutes: number;
            /** @description Whether people can register now. */
            open: boolean;
            /** @description Names of the link's parameters that belong into a registration's `recruitment`. */
            recruitmentParameters: string[];
            title: string;
            /** @description Advice on choosing a username. */
            usernameHint: string;
            /** @description What a participant who withdraws may choose. */
            withdrawal: components["schemas"]["Withdrawal"];
        };
        /** @description The results that there are. */
        StudyResults: {
            /** @description When the data of the report were read; null while the first one is being computed. */
            asOf: string | null;
            /** @description Whether newer ones are being computed: ask again in a second or two. */
            computing: boolean;
            report: components["schemas"]["Report"] | null;
        };
        /** @description The study as a whole. */
        StudyState: {
            /**
             * Format: int64
             * @description People with a slot now, as quotas and target count them; simulated participants have places of their own.
             */
            allocated: number;
            /** @description By arm. */
            arms: components["schemas"]["ArmState"][];
            /**
             * @description When the link between people and data was destroyed, or everything erased: the study is not opened again. Null
             *     before.
             */
            endedAt: string | null;
            /** @description Short name. */
            id: string;
            /** @description Languages, the study's own first. */
            locales: string[];
            /** @description Whether the arms are blinded. */
            masked: boolean;
            /** @description Whether a participant who comes now can register: open, and not full. */
            open: boolean;
            /**
             * Format: int32
             * @description People at most by the researcher, below the bundle's; null without one.
             */
            quota: number | null;
            /** @description The schedule of places. */
            schedule: components["schemas"]["ScheduleState"];
            /** @description Whether it takes people. */
            status: components["schemas"]["StudyStatus"];
            /**
             * @description Paths of the steps as the console names them, those of all arms in one order: `/consent` before the first one,
             *     `/group-part` for what differs between blinded arms.
             */
            steps: string[];
            /**
             * Format: int32
             * @description People at most by the bundle; null without a limit.
             */
            target: number | null;
            title: string;
            /** @description All versions, the newest first. */
            versions: components["schemas"]["Version"][];
        };
        /**
         * @description Whether the study takes people.
         * @enum {string}
         */
        StudyStatus: "open" | "paused" | "closed";
        Submitted: {
            /**
             * @description The answers by variable; null if they can't be read, and for those that were given after the part that differs
             *     as long as the arms are blinded.
             */
            answers: {
                [key: string]: unknown;
            } | null;
            /** @description When it was stored. */
            at: components["schemas"]["ShownTime"];
            /**
             * Format: int64
             * @description From 1.
             */
            attempt: number;
            /** @description Whether a judgement was right. */
            correct: boolean | null;
            /**
             * Format: double
             * @description Of these, with the page hidden.
             */
            hiddenSeconds: number | null;
            /** @description What was answered, by its name in the data. */
            item: string;
            /** @description What was asked, by variable. */
            labels: {
                [key: string]: string;
            };
            /** @description Media that were shown. */
            media: components["schemas"]["Shown"][];
            /** @description Number of its receipt; null where the day alone is shown, because the number shows the time. */
            receipt: string | null;
            /**
             * Format: double
             * @description Seconds from the page's appearance to the submission.
             */
            seconds: number | null;
            /** @description What deserves a second look. */
            signs: components["schemas"]["QualityFlag"][];
            step: string;
            /** @description The same in the study's words; null where it has none. */
            title: string | null;
        };
        /** @description A name to take. */
        Suggestion: {
            /** @description Free at this moment, and without meaning. */
            username: string;
        };
        /**
         * @description Something that happened. Times are the server's, but for events, whose time is the browser's unless the arms are
         *     under letters: a clock that is slow would put what came afterwards before the entry into the part that differs.
         */
        TimelineMoment: {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "registered";
        } | {
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "consented";
            /** @description The statements behind them, as far as they are those of this version. */
            labels: {
                [key: string]: string;
            };
            /** @description Language in which it was read. */
            locale: string;
            /** @description Each tick, in the order of the consent text. */
            ticks: {
                [key: string]: boolean;
            };
            /** @description Version of the text. */
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
            /** @description Why; null if that was not asked yet. */
            reason: string | null;
        } | {
            /** @description When, by the browser's clock; while the arms are blinded, when the server received it. */
            at: components["schemas"]["ShownTime"];
            /** @enum {string} */
            kind: "event";
            name: string;
            /** @description On which page, if that is known. */
            page: string | null;
        };
        /** @description Milliseconds are counted from the moment when the page was shown, by the browser's monotonic clock. */
        Timing: {
            /** @description Every change of an answer. */
            changes?: components["schemas"]["Moment"][];
            /**
             * Format: double
             * @description The first touch of any control.
             */
            firstInteraction?: number | null;
            /**
             * Format: double
             * @description How long the page was hidden.
             */
            hidden?: number;
            /** @description What happened to each medium. */
            media?: components["schemas"]["MediaTiming"][];
            /** @description Evidence that was opened. */
            opened?: components["schemas"]["Moment"][];
            /**
             * Format: double
             * @description When the answer was submitted.
             */
            submit: number;
        };
        /** @description The tokens as the specification names them. */
        Tokens: {
            /** @description Sent with every call. */
            access_token: string;
            /** @description Exchanged for the next pair. */
            refresh_token: string;
        };
        /** @description The wish to unblind. */
        Unblind: {
            /** @description Why, for the audit log. */
            reason: string;
        };
        /** @description Whether the arms have their names. */
        UnblindingState: {
            /** @description Who did it. */
            actor: string | null;
            /** @description The arms as they are shown now. */
            arms: components["schemas"]["ArmName"][];
            at: string | null;
            /**
             * @description Asking for a data package would unblind the study. Not so while only simulated participants have taken part:
             *     their arms are no secret.
             */
            byExport: boolean;
            reason: string | null;
            /** @description For ever, once it is true. */
            unblinded: boolean;
        };
        /** @description Usage, as reported by the browsers of those who agreed to it. It is no research data. */
        Usage: {
            /** @description Whether usage is collected here. */
            collected: boolean;
            /** @description How far people come, by the pages that they saw. */
            funnel: components["schemas"]["UsageFunnel"];
            /** @description By kind, in the order of the kinds. */
            kinds: components["schemas"]["KindUsed"][];
            /** @description Whether what differs between the arms is left out, because the arms are blinded. */
            masked: boolean;
            /** @description Page views by page, the most viewed first. */
            pages: components["schemas"]["PageUsed"][];
        };
        /** @description The funnel of page views. */
        UsageFunnel: {
            /** @description All arms together. */
            all: components["schemas"]["UsageStep"][];
            /** @description By arm; nothing while the arms are blinded, because the way that people take would reveal them. */
            arms: components["schemas"]["ArmUsage"][];
        };
        /** @description How many people saw a page of a step, and went on. */
        UsageStep: {
            /**
             * Format: double
             * @description Median time from the first page seen of it to the first page of the next step seen, in seconds, by the
             *     browsers' clocks; null if nobody went on, or too few from the part that differs between blinded arms.
             */
            medianSeconds: number | null;
            /**
             * Format: int64
             * @description Saw a page of it.
             */
            people: number;
            /** @description Path of its first page; `/group-part` for what differs between blinded arms. */
            step: string;
            /**
             * Format: int64
             * @description Of these, saw a page of a later step.
             */
            wentOn: number;
        };
        User: {
            /** @description The id to send usage analytics under; null for who has not agreed to them. */
            analyticsId: string | null;
            /** @description For letters to the researcher. */
            code: string | null;
            /** @description Personas of Flow B completed so far. */
            completedPersonas: string[];
            consent: components["schemas"]["GivenConsent"] | null;
            /** @description The present page. */
            currentState: string;
            groupType: components["schemas"]["Group"] | null;
            /** @description Names, if given. */
            profile: components["schemas"]["Profile"];
            progress: components["schemas"]["ProgressSummary"] | null;
            /** @description What the account may do. */
            role: components["schemas"]["Role"];
            /** @description Name used to sign in. */
            username: string;
            /** @description Whether the participant has left the study. */
            withdrawn: boolean;
        };
        /**
         * @description A rule that an answer can break.
         * @enum {string}
         */
        ValidationCode: "choose_one" | "choose_any" | "choose_min" | "choose_max" | "choose_alone" | "choose_point" | "set_slider" | "rank_each" | "whole" | "number" | "range" | "whole_range" | "at_least" | "at_most" | "enter" | "shorter" | "longer" | "plain" | "day" | "unknown";
        /** @description Whether a page is open now. */
        Validity: {
            /** @description Whether it is. */
            isValid: boolean;
        };
        /** @description A version of the bundle. */
        Version: {
            /** @description First activation. */
            activatedAt: string;
            /** @description Whether new participants get it. */
            active: boolean;
            /** @description SHA-256 over the bundle. */
            hash: string;
            /**
             * Format: int64
             * @description People who take part, or took part, in it.
             */
            people: number;
            /**
             * Format: int64
             * @description Simulated participants likewise.
             */
            simulated: number;
        };
        /**
         * @description What a view shows.
         * @enum {string}
         */
        ViewKind: "start" | "section" | "opening" | "clip" | "question" | "followup" | "right" | "wrong" | "interim" | "done" | "dashboard" | "end";
        /** @description The wish to leave. */
        Withdraw: {
            /** @description What happens to the data. */
            mode: components["schemas"]["Scope"];
        };
        /**
         * @description What happens to the data of participants who withdraw.
         * @enum {string}
         */
        Withdrawal: "choose" | "keep" | "erase";
        /** @description The wish of a participant who has written to the researcher. */
        WithdrawFor: {
            /** @description Why, for the audit log: that they asked for it, and how. */
            reason: string;
            /** @description What happens to the data. The researcher may erase whatever the study offers: the law asks for it. */
            scope: components["schemas"]["Scope"];
        };
        /** @description Proof of it. */
        Withdrawn: {
            at: string;
            /** @description What happened to the data. */
            mode: components["schemas"]["Scope"];
            /** @description Number to name in a letter. */
            receipt: string;
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Annotation = components['schemas']['Annotation'];
export type Answered = components['schemas']['Answered'];
export type ArmDay = components['schemas']['ArmDay'];
export type ArmName = components['schemas']['ArmName'];
export type ArmOverview = components['schemas']['ArmOverview'];
export type ArmState = components['schemas']['ArmState'];
export type ArmUsage = components['schemas']['ArmUsage'];
export type Ask = components['schemas']['Ask'];
export type AtStep = components['schemas']['AtStep'];
export type AuditAction = components['schemas']['AuditAction'];
export type AuditChain = components['schemas']['AuditChain'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditLog = components['schemas']['AuditLog'];
export type ChartDrawing = components['schemas']['ChartDrawing'];
export type Clip = components['schemas']['Clip'];
export type Code = components['schemas']['Code'];
export type Completed = components['schemas']['Completed'];
export type Completion = components['schemas']['Completion'];
export type Consent = components['schemas']['Consent'];
export type ConsortArm = components['schemas']['ConsortArm'];
export type ConsortFigures = components['schemas']['ConsortFigures'];
export type ControlFlow = components['schemas']['ControlFlow'];
export type CorrectPage = components['schemas']['CorrectPage'];
export type Credentials = components['schemas']['Credentials'];
export type Day = components['schemas']['Day'];
export type Debrief = components['schemas']['Debrief'];
export type Enrolment = components['schemas']['Enrolment'];
export type EvidenceKind = components['schemas']['EvidenceKind'];
export type Exclude = components['schemas']['Exclude'];
export type Excluded = components['schemas']['Excluded'];
export type ExportTickets = components['schemas']['ExportTickets'];
export type FieldCode = components['schemas']['FieldCode'];
export type FieldProblem = components['schemas']['FieldProblem'];
export type FlowConfig = components['schemas']['FlowConfig'];
export type FlowDrawing = components['schemas']['FlowDrawing'];
export type FlowFigure = components['schemas']['FlowFigure'];
export type Form = components['schemas']['Form'];
export type FormCode = components['schemas']['FormCode'];
export type GivenAnswer = components['schemas']['GivenAnswer'];
export type GivenConsent = components['schemas']['GivenConsent'];
export type Group = components['schemas']['Group'];
export type GroupFlow = components['schemas']['GroupFlow'];
export type GroupViews = components['schemas']['GroupViews'];
export type Include = components['schemas']['Include'];
export type JudgementBody = components['schemas']['JudgementBody'];
export type Kinds = components['schemas']['Kinds'];
export type KindUsed = components['schemas']['KindUsed'];
export type LocaleName = components['schemas']['LocaleName'];
export type Look = components['schemas']['Look'];
export type MediaKind = components['schemas']['MediaKind'];
export type MediaTiming = components['schemas']['MediaTiming'];
export type Moment = components['schemas']['Moment'];
export type NamedAnswers = components['schemas']['NamedAnswers'];
export type NewQuotas = components['schemas']['NewQuotas'];
export type NewState = components['schemas']['NewState'];
export type NewStatus = components['schemas']['NewStatus'];
export type NextPage = components['schemas']['NextPage'];
export type Overview = components['schemas']['Overview'];
export type PageText = components['schemas']['PageText'];
export type PageUsed = components['schemas']['PageUsed'];
export type PageView = components['schemas']['PageView'];
export type ParticipantDetail = components['schemas']['ParticipantDetail'];
export type ParticipantList = components['schemas']['ParticipantList'];
export type ParticipantRow = components['schemas']['ParticipantRow'];
export type ParticipantStatus = components['schemas']['ParticipantStatus'];
export type PastExport = components['schemas']['PastExport'];
export type PersonaCard = components['schemas']['PersonaCard'];
export type PersonaPosts = components['schemas']['PersonaPosts'];
export type PersonaState = components['schemas']['PersonaState'];
export type Position = components['schemas']['Position'];
export type Post = components['schemas']['Post'];
export type Practice = components['schemas']['Practice'];
export type Presence = components['schemas']['Presence'];
export type Preview = components['schemas']['Preview'];
export type PreviousPage = components['schemas']['PreviousPage'];
export type Problem = components['schemas']['Problem'];
export type Profile = components['schemas']['Profile'];
export type ProfileChange = components['schemas']['ProfileChange'];
export type ProgressSummary = components['schemas']['ProgressSummary'];
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
export type PublicSection = components['schemas']['PublicSection'];
export type PublicSource = components['schemas']['PublicSource'];
export type PublicTick = components['schemas']['PublicTick'];
export type QualityFlag = components['schemas']['QualityFlag'];
export type QualityFlagCount = components['schemas']['QualityFlagCount'];
export type Question = components['schemas']['Question'];
export type QuestionnaireAnswers = components['schemas']['QuestionnaireAnswers'];
export type Receipt = components['schemas']['Receipt'];
export type Refresh = components['schemas']['Refresh'];
export type Registration = components['schemas']['Registration'];
export type Report = components['schemas']['Report'];
export type ReportAbout = components['schemas']['ReportAbout'];
export type ReportArm = components['schemas']['ReportArm'];
export type ReportArmFlow = components['schemas']['ReportArmFlow'];
export type ReportArmLoss = components['schemas']['ReportArmLoss'];
export type ReportBounds = components['schemas']['ReportBounds'];
export type ReportCalibrationPoint = components['schemas']['ReportCalibrationPoint'];
export type ReportContrast = components['schemas']['ReportContrast'];
export type ReportCurves = components['schemas']['ReportCurves'];
export type ReportFlag = components['schemas']['ReportFlag'];
export type ReportFlagCount = components['schemas']['ReportFlagCount'];
export type ReportFlow = components['schemas']['ReportFlow'];
export type ReportHypothesis = components['schemas']['ReportHypothesis'];
export type ReportItem = components['schemas']['ReportItem'];
export type ReportLoss = components['schemas']['ReportLoss'];
export type ReportModel = components['schemas']['ReportModel'];
export type ReportNumber = components['schemas']['ReportNumber'];
export type ReportOutcome = components['schemas']['ReportOutcome'];
export type ReportPhase = components['schemas']['ReportPhase'];
export type ReportPopulation = components['schemas']['ReportPopulation'];
export type ReportPopulationId = components['schemas']['ReportPopulationId'];
export type ReportQuartiles = components['schemas']['ReportQuartiles'];
export type ReportReason = components['schemas']['ReportReason'];
export type ReportRocPoint = components['schemas']['ReportRocPoint'];
export type ReportScale = components['schemas']['ReportScale'];
export type ReportStepTime = components['schemas']['ReportStepTime'];
export type ReportTimes = components['schemas']['ReportTimes'];
export type ReportUnit = components['schemas']['ReportUnit'];
export type ReportVerdict = components['schemas']['ReportVerdict'];
export type Role = components['schemas']['Role'];
export type ScalarAnswer = components['schemas']['ScalarAnswer'];
export type ScheduleState = components['schemas']['ScheduleState'];
export type Scope = components['schemas']['Scope'];
export type Session = components['schemas']['Session'];
export type Shown = components['schemas']['Shown'];
export type ShownTime = components['schemas']['ShownTime'];
export type ShownViews = components['schemas']['ShownViews'];
export type Signs = components['schemas']['Signs'];
export type StepCounts = components['schemas']['StepCounts'];
export type StepViews = components['schemas']['StepViews'];
export type StudyInfo = components['schemas']['StudyInfo'];
export type StudyResults = components['schemas']['StudyResults'];
export type StudyState = components['schemas']['StudyState'];
export type StudyStatus = components['schemas']['StudyStatus'];
export type Submitted = components['schemas']['Submitted'];
export type Suggestion = components['schemas']['Suggestion'];
export type TimelineMoment = components['schemas']['TimelineMoment'];
export type Timing = components['schemas']['Timing'];
export type Tokens = components['schemas']['Tokens'];
export type Unblind = components['schemas']['Unblind'];
export type UnblindingState = components['schemas']['UnblindingState'];
export type Usage = components['schemas']['Usage'];
export type UsageFunnel = components['schemas']['UsageFunnel'];
export type UsageStep = components['schemas']['UsageStep'];
export type User = components['schemas']['User'];
export type ValidationCode = components['schemas']['ValidationCode'];
export type Validity = components['schemas']['Validity'];
export type Version = components['schemas']['Version'];
export type ViewKind = components['schemas']['ViewKind'];
export type Withdraw = components['schemas']['Withdraw'];
export type Withdrawal = components['schemas']['Withdrawal'];
export type WithdrawFor = components['schemas']['WithdrawFor'];
export type Withdrawn = components['schemas']['Withdrawn'];
export type $defs = Record<string, never>;
export interface operations {
    admin_audit_list: {
        parameters: {
            query?: {
                /** @description Only entries before this number: `next` of the page before. */
                before?: number;
                /** @description Entries, 50 if it is not said, 200 at most. */
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
    admin_consort_get: {
        parameters: {
            query?: {
                /** @description Simulated participants too. */
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
                /** @description Language of its sentences: `de`, or English for any other tag. */
                locale?: string;
                /** @description Simulated participants too. */
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
                /** @description For the funnel: the id of an arm; all arms together without one, and while the study is blinded. */
                arm?: string;
                chart: "enrolment" | "funnel";
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description Count simulated participants, too. */
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
                chart: "means" | "differences" | "calibration" | "items" | "populations";
                /** @description Language of the texts: `de`, or English for any other tag. */
                locale?: string;
                /** @description For means and differences: the id of the outcome. */
                outcome?: string;
                /** @description For calibration and items: which test. */
                phase?: "before" | "after";
                /** @description Count simulated participants, too. */
                simulated?: boolean;
                /** @description For items: the column of the table that they are sorted by, with `-` before it from high to low. */
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
                /** @description For the funnel: the id of an arm; all arms together without one, and while the study is blinded. */
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
                "application/json": components["schemas"]["Ask"];
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
                /** @description From an address in the reply to `POST /api/admin/exports` */
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
    admin_live: {
        parameters: {
            query?: {
                /** @description Simulated participants too. */
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
                /** @description Simulated participants too. */
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
                /** @description `next` of the page before. */
                after?: string;
                /** @description Id of the arm; `none` for who has no slot. While the arms are blinded nobody is shown with one. */
                arm?: string;
                /** @description Only those who are left out of the analysis, or only those who are not. */
                excluded?: boolean;
                /** @description Rows, 50 if it is not said, 200 at most. */
                limit?: number;
                /** @description Part of the code, in small letters or without its hyphen too, or the whole of an id of the recruiter's link. */
                q?: string;
                /** @description With this sign. */
                sign?: "too_fast" | "straight_lining" | "failed_attention" | "media_failed" | "stuck";
                /** @description Simulated participants too. */
                simulated?: boolean;
                /** @description Where they are in their life in the study. */
                status?: "under_way" | "finished" | "withdrawn";
                /** @description Path of a step. */
                step?: string;
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                "application/json": components["schemas"]["Exclude"];
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
                "application/json": components["schemas"]["Include"];
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
                "application/json": components["schemas"]["WithdrawFor"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Withdrawn"];
                };
            };
        };
    };
    admin_previews_pages: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                "application/json": components["schemas"]["Look"];
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
    admin_results_get: {
        parameters: {
            query?: {
                /** @description Language of its sentences: `de`, or English for any other tag. */
                locale?: string;
                /** @description Simulated participants too. */
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
                "application/json": components["schemas"]["Unblind"];
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
                /** @description An item or a list of them: JSON, or base64 of JSON. */
                data: string;
                /** @description 1 for an answer in JSON. */
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
                /** @description An item or a list of them: JSON, or base64 of JSON. */
                data: string;
                /** @description 1 for an answer in JSON. */
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
                /** @description An item or a list of them: JSON, or base64 of JSON. */
                data: string;
                /** @description 1 for an answer in JSON. */
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
                /** @description An item or a list of them: JSON, or base64 of JSON. */
                data: string;
                /** @description 1 for an answer in JSON. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description The clip */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
    flow_a_config: {
        parameters: {
            query?: {
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description The question */
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
                /** @description The question */
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
                /** @description The post */
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
    media_get: {
        parameters: {
            path: {
                /** @description From an address in another reply */
                ticket: string;
            };
        };
        responses: {
            /** @description The whole medium */
            200: {
                content: {
                    "audio/*": unknown;
                    "image/*": unknown;
                    "text/vtt": unknown;
                    "video/*": unknown;
                };
            };
            /** @description The part asked for by `Range` */
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
                /** @description The own group. */
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
                /** @description The own group; the admin may ask for any. */
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
                /** @description The own group; the admin may ask for any. */
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
                /** @description The own group; the admin may ask for any. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
                locale?: string;
            };
            path: {
                /** @description The persona */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
                locale?: string;
            };
            path: {
                /** @description The persona */
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
                /** @description The persona */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
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
                /** @description A language of the bundle, as a BCP 47 tag; without it the participant's, or the bundle's own. */
                locale?: string;
            };
            path: {
                /** @description Stem of the bundle's file, such as `flow-a-start` */
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
    users_complete_persona: {
        parameters: {
            path: {
                /** @description The persona */
                id: string;
            };
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["Completed"] | null;
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
    users_profile: {
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["Withdraw"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                content: {
                    "application/json": components["schemas"]["Withdrawn"];
                };
            };
        };
    };
}
