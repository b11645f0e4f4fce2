import { z } from 'zod'
import { about, declareSettings } from '../../kernel/setting.ts'

/** The first administrator. Without a password, a random one is generated and printed until it is used. */
export const firstAdministratorSettings = declareSettings({
  variables: {
    ADMIN_USERNAME: z
      .string()
      .trim()
      .regex(/^(?!test_)[A-Za-z0-9_.-]{3,30}$/i)
      .default('admin')
      .meta(
        about(
          '3 to 30 letters, digits, _, - or ., not beginning with test_',
          'the first administrator, created if there is none (default admin)',
        ),
      ),
    ADMIN_PASSWORD: z
      .string()
      .min(6)
      .max(128)
      .optional()
      .meta(
        about('6 to 128 characters', 'their password; if unset, a random one, printed until the first sign-in with it'),
      ),
  },
  read: ({ ADMIN_USERNAME, ADMIN_PASSWORD }) => ({ username: ADMIN_USERNAME, password: ADMIN_PASSWORD ?? null }),
})
