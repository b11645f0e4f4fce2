import { z } from 'zod'
import { about, declareSettings } from '../../kernel/setting.ts'
import { isPushService } from './push-services.ts'

/** Hosts of the push services of common browsers. */
const KNOWN =
  'fcm.googleapis.com,updates.push.services.mozilla.com,*.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com'

/** Settings of push messages: hosts that they may be sent to. */
export const pushSettings = declareSettings({
  variables: {
    PUSH_SERVICES: z
      .string()
      .refine((text) => text.split(',').every((host) => isPushService(host.trim())))
      .default(KNOWN)
      .meta(
        about(
          'a comma-separated list of hosts, such as fcm.googleapis.com, *.push.apple.com or 127.0.0.1:4000',
          'hosts that push messages may be sent to (default: those of Chrome, Firefox, Safari and Edge)',
        ),
      ),
  },
  read: ({ PUSH_SERVICES }): readonly string[] => PUSH_SERVICES.split(',').map((host) => host.trim()),
})
