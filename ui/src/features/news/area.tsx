import { Newspaper } from 'lucide-react'
import type { Area } from '../../lib/area.ts'

export const news: Area = {
  pages: [
    {
      path: '/news',
      isArea: true,
      title: 'News',
      link: { icon: Newspaper },
      help: { to: 'news', label: 'Where news comes from' },
      load: () => import('../../app/news/NewsArea.tsx').then((module) => module.NewsArea),
      reads: ['/api/news/stories'],
    },
  ],
}
