import { z } from 'zod'
import { about, BadSetting, declareSettings } from '../../kernel/setting.ts'
import type { NewsSource } from './sources/source.ts'

/** The configured source of news. */
export const newsSettings = declareSettings({
  variables: {
    NEWS: z
      .string()
      .refine((text) => text === 'club-news' || text === 'newsapi' || /^https?:\/\/[^\s]+$/i.test(text))
      .refine((text) => !text.includes('://') || URL.canParse(text))
      .default('club-news')
      .meta(
        about(
          'club-news, newsapi, or the http(s) address of an RSS or Atom feed',
          'club-news (default): stories written from what happens in the game; the address of an RSS or Atom feed, or newsapi',
        ),
      ),
    NEWSAPI_KEY: z
      .string()
      .regex(/^[\w-]{1,200}$/)
      .optional()
      .meta(about('the key of a newsapi.org account', 'key for NEWS=newsapi')),
  },
  read({ NEWS, NEWSAPI_KEY }): NewsSource {
    if (NEWS === 'club-news') return { kind: 'club-news' }
    if (NEWS !== 'newsapi') return { kind: 'feed', url: NEWS }
    if (!NEWSAPI_KEY) throw new BadSetting('NEWS=newsapi needs NEWSAPI_KEY, the key of a newsapi.org account')
    return { kind: 'newsapi', key: NEWSAPI_KEY }
  },
})
