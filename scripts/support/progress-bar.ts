export type ProgressBar = ReturnType<typeof createProgressBar>

const width = 28

/** A progress bar in the terminal. For other outputs, prints a line every five seconds and at the end of a step, each once. */
export function createProgressBar(out: { readonly isTTY?: boolean; write(text: string): unknown }, unit = 'events') {
  const everyMs = out.isTTY ? 80 : 5_000
  let drawnAt = -Infinity
  let drawn = ''
  let open = false

  return {
    /** `total`: null if unknown. */
    report(label: string, done: number, total: number | null): void {
      const finished = total !== null && done >= total
      if (!finished && performance.now() - drawnAt < everyMs) return
      drawnAt = performance.now()
      const share = total === null || total === 0 ? null : Math.min(1, done / total)
      const bar =
        share === null
          ? ''
          : `${'█'.repeat(Math.round(share * width)).padEnd(width, '░')} ${String(Math.floor(share * 100)).padStart(3)} %  `
      const line = `${label}  ${bar}${done.toLocaleString('en-GB')}${total === null ? '' : ` of ${total.toLocaleString('en-GB')}`} ${unit}`
      if (line === drawn && !out.isTTY) return
      drawn = line
      out.write(out.isTTY ? `\r\u001b[K${line}` : `${line}\n`)
      open = out.isTTY === true
    },
    /** Ends the line. */
    end(): void {
      if (open) out.write('\n')
      open = false
    },
  }
}
