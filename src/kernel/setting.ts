import { z } from 'zod'

/** Settings from which areas derive their defaults. */
export interface BaseSettings {
  readonly production: boolean
  /** Absolute path. */
  readonly dataDir: string
  /** Public origin, without a trailing slash. */
  readonly publicUrl: string
}

type Variables = Readonly<Record<string, z.ZodType>>

/** Environment variables of an area, and the settings derived from them. */
export interface SettingsDeclaration<V extends Variables = Variables, T = unknown> {
  /** Each with `about` as its metadata. */
  readonly variables: V
  /** Throws `BadSetting` if variables contradict each other. */
  read(variables: z.output<z.ZodObject<V>>, base: BaseSettings): T
  /** Checks settings against files before the start changes anything. Rejects with `BadSetting`. */
  check?(settings: T): Promise<void>
}

/** Declares settings of an area: its manifest lists them, and `settingsOf` reads them. */
export const declareSettings = <const V extends Variables, T>(
  declared: SettingsDeclaration<V, T>,
): SettingsDeclaration<V, T> => declared

/** Settings of all areas, by declaration. */
export type AreaSettings = ReadonlyMap<SettingsDeclaration, unknown>

/** Returns the settings of one declaration. */
export const settingsOf = <V extends Variables, T>(settings: AreaSettings, declared: SettingsDeclaration<V, T>): T =>
  settings.get(declared as unknown as SettingsDeclaration) as T

/** An invalid setting. The message is one line for the terminal. */
export class BadSetting extends Error {
  override readonly name: string = 'BadSetting'
}

/** Metadata of a variable: its valid values for the error, and its effect for `--help`. */
export const about = (accepts: string, help: string) => ({ accepts, help })

/** An absolute URL of one of these schemes, such as `https:`. */
export const urlOf = (schemes: readonly string[]) =>
  z.string().refine((text) => {
    const url = URL.parse(text)
    return url !== null && schemes.includes(url.protocol)
  })
