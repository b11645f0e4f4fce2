export interface TestFile {
  readonly name: string
  /** Milliseconds with imports and hooks. */
  readonly duration: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
export function keepTimes(file: string, files: readonly TestFile[]): void
export function slowest(root: string, files: readonly TestFile[]): string[]
