import { Button } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import type { TicketChange } from '#shared/hubs/live-panel.ts'
import { EVENT_LABELS, TEXT } from '../text.ts'
import styles from './TicketView.module.css'
import type { TicketNews } from './use-ticket-news.ts'

/** Changes that are named at most; before them only the last count. */
const SHOWN = 3

const wordOf = ({ by, event }: TicketChange) => `${by} ${EVENT_LABELS[event]}.`

/** What others did while the ticket was open, and a change of one's own that they forestalled. */
export function TicketNewsBar({ news }: { news: TicketNews }) {
  const { changes, conflict, dismiss } = news
  const words = [...new Set(changes.map(wordOf))].slice(-SHOWN)
  return (
    <div role={conflict === null ? 'status' : 'alert'} className={styles.newsPlace}>
      {conflict !== null || words.length > 0 ? (
        <div className={styles.news} data-conflict={conflict !== null}>
          <IconBolt size={17} stroke={1.8} aria-hidden="true" />
          <p>
            {conflict === null ? <strong>{TEXT.happened}: </strong> : <strong>{conflict} </strong>}
            {words.join(' ')}
          </p>
          <Button size="compact-xs" variant="subtle" onClick={dismiss}>
            {TEXT.seen}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
