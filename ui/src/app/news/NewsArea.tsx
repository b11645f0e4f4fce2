import { areaOf } from '../../ui/areaOf.tsx'
import { NewsPage } from './NewsPage.tsx'
import { StoryPage } from './StoryPage.tsx'

export const NewsArea = areaOf({ '/': NewsPage, ':slug': StoryPage })
