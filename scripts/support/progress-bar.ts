/** A line of progress in the terminal; where the output is not one, a line now and then. */
export interface ProgressBar {
  /** `total` null: not known. */
  report(label: string, done: number, total: number | null): void
  /** Ends the line. */
  end(): void
}

const width = 28

export function createProgressBar(
  out: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
  unit = 'events',
): ProgressBar {
  const everyMs = out.isTTY ? 80 : 5_000
  let drawnAt = -Infinity
  let open = false

  return {
    report(label, done, total) {
      const finished = total !== null && done >= total
      if (!finished && performance.now() - drawnAt < everyMs) return
      drawnAt = performance.now()
      const share = total === null || total === 0 ? null : Math.min(1, done / total)
      const bar =
        share === null
          ? ''
          : `${'█'.repeat(Math.round(share * width)).padEnd(width, '░')} ${String(Math.floor(share * 100)).padStart(3)} %  `
      const line = `${label}  ${bar}${done.toLocaleString('en-GB')}${total === null ? '' : ` of ${total.toLocaleString('en-GB')}`} ${unit}`
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
      open = out.isTTY === true
    },
    end() {
      if (open) out.write('\n')
      open = false
    },
  }
}
