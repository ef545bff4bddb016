import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  type RecordedReading,
  recordedFile,
  recordedMine,
  recordedPolicy,
} from '#shared/contract/recorded.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, momentOfField } from '#shared/domain/london-time.ts'
import { READING_KINDS, type ReadingKind } from '#shared/domain/recorded-readings.ts'
import { READING_WORDS, readingText, seerWords, TAKEN_WORDS } from '#shared/domain/recorded-words.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { saveFile } from '../../services/page/save-file.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { FileMenu } from '../file-menu/index.ts'
import styles from './Recorded.module.css'
import { RECORDED_TEXT as TEXT } from './text.ts'

const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  timeZone: LONDON,
})
const DATE = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const LIST_KEY = 'recorded-mine'

interface Wanted {
  readonly kind: ReadingKind | ''
  /** London's, YYYY-MM-DD; '' for any. */
  readonly day: string
}

/** What is asked for, with the readings before `to` where that is given. */
function requestOf({ kind, day }: Wanted, to: string | null) {
  const from = day === '' ? null : momentOfField(day)
  const end = from === null ? null : new Date(londonDayAfter(from, 1)).toISOString()
  return {
    kinds: kind === '' ? [] : [kind],
    from: from === null ? null : new Date(from).toISOString(),
    to: to ?? end,
  }
}

/** Everything that is recorded about the person, as it is recorded, under the policy by which it is (spec 4 §4.2.1). */
export function Recorded() {
  const { api } = useServices()
  const client = useQueryClient()
  const { activity, workingDayNews } = useLive()
  const [wanted, setWanted] = useState<Wanted>({ kind: '', day: '' })
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [LIST_KEY, wanted],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      api.call(recordedMine, requestOf(wanted, pageParam), { quiet: true, signal }),
    getNextPageParam: ({ hasMore, readings }) => (hasMore ? (readings.at(-1)?.at ?? null) : null),
  })
  // Each is told as it is recorded.
  useEffect(() => {
    const again = () => void client.invalidateQueries({ queryKey: [LIST_KEY] })
    const ends = [activity.store.subscribe(again), workingDayNews.onChange(again)]
    return () => {
      for (const end of ends) end()
    }
  }, [client, activity, workingDayNews])
  const readings = data?.pages.flatMap((page) => page.readings) ?? []
  return (
    <section className={styles.screen} aria-labelledby="recorded-title">
      <header className={styles.head}>
        <div>
          <h3 id="recorded-title">{TEXT.title}</h3>
          <p>{TEXT.lead}</p>
        </div>
        <FileMenu
          label={TEXT.export}
          size="xs"
          isDisabled={readings.length === 0}
          onType={async (type) =>
            saveFile(await api.call(recordedFile, { ...requestOf(wanted, null), type }))
          }
        />
      </header>
      <Policy />
      <div className={styles.filters}>
        <NativeSelect
          label={TEXT.kind}
          value={wanted.kind}
          data={[
            { value: '', label: TEXT.all },
            ...READING_KINDS.map((kind) => ({ value: kind, label: READING_WORDS[kind] })),
          ]}
          onChange={(event) => setWanted({ ...wanted, kind: event.currentTarget.value as ReadingKind | '' })}
        />
        <TextInput
          type="date"
          label={TEXT.day}
          value={wanted.day}
          onChange={(event) => setWanted({ ...wanted, day: event.currentTarget.value })}
        />
      </div>
      {data ? (
        <>
          <List readings={readings} />
          {hasNextPage ? (
            <Button
              variant="default"
              size="xs"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {TEXT.older}
            </Button>
          ) : null}
        </>
      ) : error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={140} />
        </div>
      )}
    </section>
  )
}

function List({ readings }: { readonly readings: readonly RecordedReading[] }) {
  if (readings.length === 0) return <p className={styles.none}>{TEXT.none}</p>
  const { list } = TEXT
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.box} aria-label={TEXT.readings} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {[list.at, list.kind, list.value, list.purpose, list.seers, list.until].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {readings.map(({ id, at, kind, value, purpose, seenBy, keepUntil }) => (
            <tr key={id}>
              <td>
                <time dateTime={at}>{MOMENT.format(Date.parse(at))}</time>
              </td>
              <th scope="row">{READING_WORDS[kind]}</th>
              <td data-value="true">{readingText(kind, value)}</td>
              <td>{purpose}</td>
              <td>{seerWords(seenBy)}</td>
              <td>
                <span className={styles.label}>{list.until} </span>
                {DATE.format(Date.parse(keepUntil))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Each kind, whether it is taken here, when, why, who sees it and how long it is kept; and what will be otherwise. */
function Policy() {
  const { api } = useServices()
  const { settingNews } = useLive()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['recorded-policy'],
    queryFn: ({ signal }) => api.call(recordedPolicy, undefined, { quiet: true, signal }),
  })
  useEffect(
    () => settingNews.onChange(() => void client.invalidateQueries({ queryKey: ['recorded-policy'] })),
    [client, settingNews],
  )
  if (!data) return null
  const { heads } = TEXT
  return (
    <details className={styles.policy}>
      <summary>{TEXT.policy}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.box} aria-label={TEXT.policy} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {Object.values(heads).map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rules.map(({ kind, isOn, when, purpose, seenBy, keptFor, comes }) => (
              <tr key={kind} data-off={!isOn}>
                <th scope="row">{READING_WORDS[kind]}</th>
                <td>
                  {isOn ? TEXT.on : TEXT.off}
                  {comes === null ? null : (
                    <small>{TEXT.comes(comes.isOn, comes.keptFor, DATE.format(Date.parse(comes.at)))}</small>
                  )}
                </td>
                <td>{TAKEN_WORDS[when]}</td>
                <td>{purpose}</td>
                <td>{seerWords(seenBy)}</td>
                <td>{keptFor === '' ? TEXT.notKept : keptFor}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
