import { z } from 'zod'
import { about, declareSettings } from '../../kernel/setting.ts'

/** Whether the testing tool is enabled on this server. */
export const testingSettings = declareSettings({
  variables: {
    TESTING_TOOL: z
      .enum(['on', 'off'])
      .optional()
      .meta(
        about(
          'on or off',
          'whether administrators may simulate players and results on /testing and by npm run testing (default on, off when NODE_ENV=production)',
        ),
      ),
  },
  read: ({ TESTING_TOOL }, { production }) => ({ isOn: TESTING_TOOL ? TESTING_TOOL === 'on' : !production }),
})
