/** A refusal on its way to the client: RFC 9457. Thrown in handlers, turned into `application/problem+json` in one place. */
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

/** 400 for one field, which the rules refuse though its form is right. */
export const wrongField = (path: string, message: string): HttpProblem =>
  new HttpProblem(400, message, { errors: [{ path, message }] })

/** Status and sentence of each refusal of an area. */
export type Refusals<Code extends string> = Readonly<Record<Code, readonly [status: number, detail: string]>>

/** The problem that a refusal is answered with. */
export const problemsOf =
  <Code extends string>(refusals: Refusals<Code>) =>
  (refusal: Code): HttpProblem => {
    const [status, detail] = refusals[refusal]
    return new HttpProblem(status, detail)
  }

/** Every field that names the acting user may only name the session's (docs/rules.md R55). Throws the 403 that says `detail`. */
export function onlyOneself(named: number | undefined, user: { readonly id: number }, detail: string): void {
  if (named !== undefined && named !== user.id) throw new HttpProblem(403, detail)
}
