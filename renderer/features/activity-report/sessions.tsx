import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import * as z from 'zod/mini'
import { getActivitySession, listActivitySessions } from '#shared/contract/activity-report.ts'
import { SOURCE_LABELS } from '#shared/domain/activity-report-words.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { activitySessionRecord } from '#shared/records/resource/activity-session.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import type { RecordsKind } from '../records/index.ts'
import styles from './ActivityReport.module.css'
import { TEXT } from './text.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

type Session = z.output<typeof activitySessionRecord.row>

/** What a session was, and for those who may the way to put it right. */
function About({ record }: { readonly record: ListedRow }) {
  const mayCorrect = useSession(({ permissions }) => permissions.can('ISUPERVISOR_CAN_SEE_RESOURCE'))
  const session = z.parse(activitySessionRecord.row, record)
  return (
    <>
      <Facts session={session} />
      {mayCorrect ? <Correct session={session} /> : null}
    </>
  )
}

function Facts({ session }: { readonly session: Session }) {
  const { activity, project, category, startedAt, endedAt, source, reason } = session
  const ended = endedAt === null ? TEXT.goesOn : CLOCK.format(Date.parse(endedAt))
  const lines = [
    [TEXT.about.activity, ACTIVITY_LABELS[activity]],
    [TEXT.about.project, project],
    [TEXT.about.category, category],
    [TEXT.about.time, `${WHEN.format(Date.parse(startedAt))} – ${ended}`],
    [TEXT.about.source, SOURCE_LABELS[source]],
    [TEXT.about.reason, reason],
  ]
  return (
    <dl className={styles.about}>
      {lines.map(([label, value]) =>
        value ? (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ) : null,
      )}
    </dl>
  )
}

/** Puts a session right; what it replaces is kept. */
function Correct({ session: { id, userID, startedAt, endedAt } }: { readonly session: Session }) {
  const { notices } = useServices()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (endedAt === null) return <p className={styles.note}>{TEXT.lasts}</p>
  if (!isOpen)
    return (
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {TEXT.correct}
      </Button>
    )
  return (
    <LazyCorrectionForm
      date={londonField(Date.parse(startedAt)).slice(0, 10)}
      userID={userID}
      sessionID={id}
      onCancel={() => setOpen(false)}
      onDone={() => {
        setOpen(false)
        notices.show('success', TEXT.corrected)
        void client.invalidateQueries({ queryKey: ['records', activitySessionRecord.name] })
        void client.invalidateQueries({ queryKey: ['record', activitySessionRecord.name] })
      }}
    />
  )
}

/** The sessions as a page of records. */
export const SESSIONS: RecordsKind = {
  record: activitySessionRecord,
  title: TEXT.tabs.sessions,
  fields: {},
  nameOf: (row) => String(row.displayName ?? ''),
  list: (api, request) => api.call(listActivitySessions, request, { quiet: true }),
  read: (api, id) => api.call(getActivitySession, { id }, { quiet: true }),
  bulk: [],
  About,
}
