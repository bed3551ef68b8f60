/** Constants of the specification, section 9. */
export const REQUEST_TIMEOUT = 30_000;
export const FLOW_CHECK_DELAY = 100;
export const NOTIFICATION_DURATION = 5_000;
export const ACCESS_KEY = 'auth_token';
export const REFRESH_KEY = 'refresh_token';
export const THEME_KEY = 'theme';
export const DEFAULT_THEME = 'light';

/** Of a person of the installation. The studies of an origin share them. */
export const PERSON_KEY = 'person_token';
export const PERSON_REFRESH_KEY = 'person_refresh_token';

/** Storage keys that the scripts of the first view share with the app. */
export const LOCALE_KEY = 'locale';
export const LINK_KEY = 'link';
export const PREVIEW_KEY = 'preview';
