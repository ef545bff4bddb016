import type { WorkingDayChange } from '#shared/hubs/main.ts'
import type { NewsFeed } from '../../services/hubs/news-feed.ts'

/** What a page of records of the working day follows: the ids of its kind. `also` is called with each piece of news. */
export const recordNews = (
  feed: Pick<NewsFeed<WorkingDayChange>, 'onChange'>,
  entity: WorkingDayChange['entity'],
  also: () => void = () => {},
): NewsFeed<number> => ({
  tell: () => {},
  missed: () => {},
  onChange: (listener) =>
    feed.onChange((news) => {
      if (news !== null && news.entity !== entity) return
      also()
      if (news === null || news.ids.length === 0) listener(null)
      else for (const id of news.ids) listener(id)
    }),
})
