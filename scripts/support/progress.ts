/** Shows how far something long has come: a bar on a terminal, a line every tenth elsewhere. */
export function createProgress(label: string, out: NodeJS.WriteStream = process.stderr) {
  const width = 40
  let shown = -1
  return {
    update(done: number, total: number): void {
      const part = total === 0 ? 1 : done / total
      const step = Math.floor(part * (out.isTTY ? 1_000 : 10))
      if (step === shown) return
      shown = step
      const percent = `${Math.floor(part * 100)} %`.padStart(5)
      const filled = Math.round(part * width)
      if (out.isTTY) out.write(`\r${label} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${percent}`)
      else out.write(`${label} ${percent}\n`)
    },
    end(): void {
      if (out.isTTY) out.write('\n')
    },
  }
}
