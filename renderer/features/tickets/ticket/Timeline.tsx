import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { TimelineEntry } from '#shared/contract/ticket-entities.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LoadFailure } from '../../../ui/failure/LoadFailure.tsx'
import { readNewEntries, timelineQuery } from '../queries.ts'
import { EVENT_LABELS, TEXT } from '../text.ts'
import { moment } from '../times.ts'
import { TicketSkeleton } from './TicketSkeleton.tsx'
import styles from './Timeline.module.css'

/** One thing that happened: who, what, when, what was said, and which fields changed. */
const TimelineRow = memo(function TimelineRow({ entry }: { entry: TimelineEntry }) {
  const { event, by, text, changes } = entry.payload
  return (
    <div className={styles.row} data-event={event}>
      <span className={styles.dot} aria-hidden="true" />
      <div className={styles.entry}>
        <p>
          <strong>{by}</strong> {EVENT_LABELS[event]}
          <time dateTime={entry.eventTime}>{moment(entry.eventTime)}</time>
        </p>
        {text === '' ? null : <p className={styles.said}>{text}</p>}
        {changes.map(({ field, from, to }) => (
          <p key={field} className={styles.change}>
            {TEXT.changedField(field, from || TEXT.nothing, to || TEXT.nothing)}
          </p>
        ))}
      </div>
    </div>
  )
})

/** How far from the end of what is loaded the next page is fetched, in pixels, and a row's likely height. */
const NEAR_END_PX = 2000
const ROW_PX = 58

/** What happened to the ticket, newest first (spec 3 §2); of thousands only those in sight are in the page. */
export function Timeline({ ticketID, version }: { ticketID: number; version: number }) {
  const { api } = useServices()
  const queries = useQueryClient()
  const query = useInfiniteQuery(timelineQuery(api, ticketID))
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  const entries = useMemo(() => data?.pages.flat() ?? [], [data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version may have brought entries
  useEffect(() => void readNewEntries(api, queries, ticketID), [api, queries, ticketID, version])
  if (error && !data) {
    return <LoadFailure title={TEXT.timelineFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  }
  if (!data) return <TicketSkeleton label={TEXT.loadingTimeline} />
  if (entries.length === 0) return <EmptyState title={TEXT.noTimeline} />
  const loadMore = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  return <Entries entries={entries} onNearEnd={loadMore} />
}

/** Entries that are all in the page. */
const SHORT = 60

function Entries({ entries, onNearEnd }: { entries: readonly TimelineEntry[]; onNearEnd: () => void }) {
  const scroller = useRef<HTMLElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  // The list knows its sizes; asking the page for them would have it laid out once more each frame.
  const onScroll = (offset: number) => {
    const view = list.current
    if (view && view.scrollSize - offset - view.viewportSize < NEAR_END_PX) onNearEnd()
  }
  const row = (entry: TimelineEntry) => <TimelineRow key={entry.id} entry={entry} />
  return (
    <section
      ref={scroller}
      className={styles.timeline}
      aria-label={TEXT.timeline}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
      tabIndex={0}
    >
      {entries.length <= SHORT ? (
        <div>{entries.map(row)}</div>
      ) : (
        <Virtualizer
          ref={list}
          data={entries}
          itemSize={ROW_PX}
          bufferSize={300}
          scrollRef={scroller}
          onScroll={onScroll}
        >
          {row}
        </Virtualizer>
      )}
    </section>
  )
}
