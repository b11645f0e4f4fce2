import { NAME_REFUSALS, type NameRefusal } from '../kernel/names.ts'
import { DAY, type Quota } from '../kernel/quota.ts'

/** A problem response (RFC 9457). Thrown in handlers, converted to `application/problem+json` in one place. */
export class HttpProblem extends Error {
  override readonly name = 'HttpProblem'
  readonly status: number
  readonly detail: string
  readonly errors: readonly { path: string; message: string }[] | undefined
  readonly retryAfterSeconds: number | undefined
  constructor(
    status: number,
    detail: string,
    more: { errors?: readonly { path: string; message: string }[]; retryAfterSeconds?: number } = {},
  ) {
    super(detail)
    this.status = status
    this.detail = detail
    this.errors = more.errors
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** 400 for one field that is valid by its schema but not by the rules. */
export const wrongField = (path: string, message: string): HttpProblem =>
  new HttpProblem(400, message, { errors: [{ path, message }] })

/** Status, text and field of each rejection of an area. */
export type Refusals<Code extends string> = Readonly<
  Record<Code, readonly [status: number, detail: string, field?: string]>
>

/** The problem response of a rejection. */
export const problemsOf =
  <Code extends string>(refusals: Refusals<Code>) =>
  (refusal: Code): HttpProblem => {
    const [status, detail, path] = refusals[refusal]
    return new HttpProblem(status, detail, path === undefined ? {} : { errors: [{ path, message: detail }] })
  }

type Outcome<Code> = { readonly ok: true } | { readonly ok: false; readonly rejected: Code }

/** Returns the outcome of an accepted command. Throws the problem of a rejected one. */
export const acceptedOr =
  <Code extends string>(problemOf: (refusal: Code) => HttpProblem) =>
  <Result extends Outcome<Code>>(outcome: Result): Extract<Result, { readonly ok: true }> => {
    if (!outcome.ok) throw problemOf(outcome.rejected)
    return outcome as Extract<Result, { readonly ok: true }>
  }

/** 429 until a time (ISO 8601), with the minutes to wait from `at`. `what`: first sentence of the text. */
export function tooMany(what: string, until: string, at: string): HttpProblem {
  const retryAfterSeconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(at)) / 1_000))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  const detail = `${what} Please try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`
  return new HttpProblem(429, detail, { retryAfterSeconds })
}

/** 429 of a quota that is available again after `seconds`. */
export const quotaProblem = ({ message }: Quota, seconds: number): HttpProblem =>
  new HttpProblem(429, message, { retryAfterSeconds: Math.min(DAY, Math.max(1, seconds)) })

/** Refusals of a name, in a field `name`. */
export const nameRefusals: Refusals<NameRefusal> = {
  'name-invisible': [400, NAME_REFUSALS['name-invisible'], 'name'],
  'name-reserved': [400, NAME_REFUSALS['name-reserved'], 'name'],
}

/** Requires that a field with the acting user names the user of the session (docs/rules.md R55). Throws a 403 with `detail`. */
export function onlyOneself(named: number | undefined, user: { readonly id: number }, detail: string): void {
  if (named !== undefined && named !== user.id) throw new HttpProblem(403, detail)
}
