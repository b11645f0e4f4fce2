import { DAY, HOUR, MINUTE } from './durations.ts'

/** 'Xd Yh', 'Xh Ym', 'Xm', or 'Started' once the time has passed (docs/rules.md R66). */
export function countdownText(at: number, now: number): string {
  const left = at - now
  if (left <= 0) return 'Started'
  if (left >= DAY) return `${Math.floor(left / DAY)}d ${Math.floor((left % DAY) / HOUR)}h`
  if (left >= HOUR) return `${Math.floor(left / HOUR)}h ${Math.floor((left % HOUR) / MINUTE)}m`
  return `${Math.floor(left / MINUTE)}m`
}
