import { KEEP_ALIVE_MS } from '#shared/domain/session.ts'
import type { Timers } from '../../ui/timers.ts'

/** What the tab is called: what it shows where that has a name, the product, and how much is unread. */
export interface PageTitle {
  setUnread(count: number): void
  /** Names what the page shows until the answer is called. */
  named(subject: string): () => void
  /** Changes the title each second while the tab is hidden, so that it is kept alive (spec 1 §4.2). */
  watch(): () => void
}

const NAME = 'Fieldwork'
/** What comes and goes behind the name of a hidden tab. */
const BEAT = ' •'

export function createPageTitle(page: Document, timers: Timers): PageTitle {
  let unread = 0
  let beat = false
  let subject = ''
  const write = () => {
    const title = `${unread > 0 ? `(${unread}) ` : ''}${subject === '' ? '' : `${subject} – `}${NAME}${beat ? BEAT : ''}`
    // Counts come with every message, mostly the same, and the browser would write it out each time.
    if (page.title !== title) page.title = title
  }
  return {
    setUnread(count) {
      unread = count
      write()
    },
    named(next) {
      subject = next
      write()
      return () => {
        if (subject !== next) return
        subject = ''
        write()
      }
    },
    watch() {
      let stop = () => {}
      const follow = () => {
        stop()
        stop = () => {}
        beat = false
        write()
        if (page.visibilityState !== 'hidden') return
        stop = timers.every(KEEP_ALIVE_MS, () => {
          beat = !beat
          write()
        })
      }
      page.addEventListener('visibilitychange', follow)
      follow()
      return () => {
        page.removeEventListener('visibilitychange', follow)
        stop()
      }
    },
  }
}
