/** Tasks for a child process, named after their behaviour. */
const tasks = {
  pid: () => process.pid,
  environment: () => ({ ...process.env }),
  hang: () => {
    for (;;);
  },
  wait: () => new Promise(() => setTimeout(() => undefined, 60_000)),
  crash: () => process.kill(process.pid, 'SIGSEGV'),
  grow: () => {
    const kept: unknown[] = []
    for (;;) kept.push(new Array(1_000_000).fill(kept.length))
  },
  fail: () => {
    throw new Error('no answer')
  },
}

export type ChildTask = keyof typeof tasks

export const run = (task: ChildTask): unknown => tasks[task]()
