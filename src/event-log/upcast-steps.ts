import type { UpcastSteps } from './upcast.ts'

/**
 * How old events become today's: by type, the step from version 1 to 2 first. A change of an event's shape adds a step
 * here, raises the type in its aggregate's `versions`, and adds the new shape to `test/golden/{type}.json`, whose old
 * entries stay for ever.
 */
export const upcastSteps: UpcastSteps = {}
