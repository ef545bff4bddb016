import { Button } from '@mantine/core'
import { IconMessageHeart } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  getInteraction,
  interactionStart,
  interactionTimeline,
  listInteractions,
} from '#shared/contract/interactions.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { interactionRecord } from '#shared/records/manager/interaction.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { NoteDialog, PlanDialog, WelfareDialog } from './dialogs.tsx'
import styles from './Interactions.module.css'
import { TEXT } from './text.ts'

const KEY = 'interactions'
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})
const DIALOGS = { plan: PlanDialog, note: NoteDialog, welfare: WelfareDialog } as const
type Dialog = keyof typeof DIALOGS
const nameOf = ({ displayName }: ListedRow) => String(displayName)

/** What a manager does with somebody of their line. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api } = useServices()
  const queries = useQueryClient()
  const [open, setOpen] = useState<Dialog | null>(null)
  const Opened = open === null ? null : DIALOGS[open]
  const saved = async () => {
    setOpen(null)
    void queries.invalidateQueries({ queryKey: [KEY] })
    onDone(await api.call(getInteraction, { id: record.id }, { quiet: true }), true)
  }
  return (
    <>
      {(Object.keys(DIALOGS) as Dialog[]).map((one) => (
        <Button key={one} size="xs" variant="default" onClick={() => setOpen(one)}>
          {TEXT[one]}
        </Button>
      ))}
      {Opened ? (
        <Opened
          userID={record.id}
          name={nameOf(record)}
          onClose={() => setOpen(null)}
          onSaved={() => void saved()}
        />
      ) : null}
    </>
  )
}

/** What somebody was spoken to about. */
function Timeline({ record: { id } }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => api.call(interactionTimeline, { id }, { quiet: true, signal }),
  })
  return (
    <section className={styles.part}>
      <h3>{TEXT.timeline}</h3>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        data.interactions.length === 0 ? (
          <p>{TEXT.none}</p>
        ) : (
          <ol className={styles.timeline} aria-label={TEXT.timeline}>
            {data.interactions.map(({ id: key, kind, at, isPlanned, by, text, reply, openActions }) => (
              <li key={key} data-kind={kind} data-planned={isPlanned}>
                <p className={styles.what}>
                  <strong>{TEXT.words[kind]}</strong>
                  {isPlanned ? <span className={styles.planned}>{TEXT.isPlanned}</span> : null}
                  <small>
                    {[WHEN.format(Date.parse(at)), by === null ? '' : TEXT.by(by)].filter(Boolean).join(' ')}
                  </small>
                </p>
                {text === '' ? null : <p>{text}</p>}
                {reply === '' ? null : <p className={styles.reply}>{TEXT.reply(reply)}</p>}
                {openActions.length === 0 ? null : (
                  <ul aria-label={TEXT.open}>
                    {openActions.map((action) => (
                      <li key={action}>{action}</li>
                    ))}
                  </ul>
                )}
              </li>
            ))}
          </ol>
        )
      ) : (
        <Skeleton width="100%" height={80} />
      )}
    </section>
  )
}

/** Where nobody was spoken to yet: with whom to begin. */
function Begin() {
  const { api } = useServices()
  const { data } = useQuery({
    queryKey: [KEY, 'start'],
    queryFn: ({ signal }) => api.call(interactionStart, {}, { quiet: true, signal }),
  })
  if (!data || data.hasAny || data.person === null) return null
  return (
    <p className={styles.begin}>
      <IconMessageHeart size={20} aria-hidden="true" />
      {TEXT.begin(data.person.name, data.person.days)}
    </p>
  )
}

const INTERACTIONS: RecordsKind = {
  record: interactionRecord,
  title: TEXT.title,
  fields: {},
  nameOf,
  list: (api, request) => api.call(listInteractions, request, { quiet: true }),
  read: (api, id) => api.call(getInteraction, { id }, { quiet: true }),
  bulk: [],
  Actions,
  Above: Begin,
  About: Timeline,
}

/** Interviewer manager › Interactions (spec 4 §4.3.4). */
export function InteractionsScreen() {
  return <RecordsPage kind={INTERACTIONS} />
}
