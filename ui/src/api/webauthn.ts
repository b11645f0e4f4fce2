/** The browser's half of WebAuthn, in a file of its own. */
export { startAuthentication, startRegistration } from '@simplewebauthn/browser'
