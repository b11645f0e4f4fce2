/** What accounts ask of the keeper of keys (src/event-log/personal-data.ts). */
export interface AccountSecrets {
  /** Keyed hash under the store's one random key: a name for a stream or a counter that tells nothing. */
  hmac(text: string): string
  /** Seals an IP address with the key of the day of `at`; destroyed after 30 days. */
  sealIp(ip: string, at: string): Promise<string>
  /** null once that day's key is destroyed. */
  openIp(sealed: string): Promise<string | null>
  /** Destroys a person's key: what the log holds under it can never be read again. */
  erasePerson(userId: number): Promise<void>
}
