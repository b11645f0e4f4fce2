import type { RequestHandler } from 'express'
import { HttpProblem } from '../slice/problem.ts'

/** Handles other methods of a known path: 204 to `OPTIONS`, otherwise 405, both with `Allow`. */
export function onlyMethods(methods: readonly string[]): RequestHandler {
  const accepted = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  const allow = [...accepted, 'OPTIONS'].join(', ')
  return (req, res) => {
    res.setHeader('Allow', allow)
    if (req.method !== 'OPTIONS') throw new HttpProblem(405, `This address does not take ${req.method}`)
    res.status(204).end()
  }
}
