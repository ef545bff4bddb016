import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { getShiftRequest, listShiftRequests, shiftRequestChecks } from '#shared/contract/shift-requests.ts'
import { isOpenRequest, PROPOSAL_ANSWER_WORDS, SHIFT_REQUEST_WORDS } from '#shared/domain/shift-requests.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { shiftRequestRecord } from '#shared/records/resource/shift-request.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage, recordNews } from '../records/index.ts'
import { RequestTalkButton } from '../request-talk/index.ts'
import { Against, allChecks } from './Against.tsx'
import { CoverDialog } from './CoverDialog.tsx'
import { DecideDialog } from './DecideDialog.tsx'
import { ProposeDialog } from './ProposeDialog.tsx'
import styles from './ShiftRequests.module.css'
import { TEXT } from './text.ts'
import { span, when } from './when.ts'

const requestIn = (record: ListedRow) => z.parse(shiftRequestRecord.row, record)

/** What a planner does with an open request. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const request = requestIn(record)
  const [dialog, setDialog] = useState<'APPROVED' | 'DECLINED' | 'cover' | 'propose' | null>(null)
  if (!isOpenRequest(request.state) || request.state === 'OFFERED') return null
  return (
    <>
      <Button size="xs" onClick={() => setDialog('APPROVED')}>
        {TEXT.approve}
      </Button>
      <Button size="xs" variant="default" onClick={() => setDialog('DECLINED')}>
        {TEXT.decline}
      </Button>
      {request.type === 'DROP' ? (
        <Button size="xs" variant="default" onClick={() => setDialog('cover')}>
          {TEXT.cover}
        </Button>
      ) : null}
      {request.type === 'CHANGE' ? (
        <Button size="xs" variant="default" onClick={() => setDialog('propose')}>
          {TEXT.propose}
        </Button>
      ) : null}
      {dialog === 'propose' ? (
        <ProposeDialog
          request={request}
          onClose={() => setDialog(null)}
          onDone={(changed) => {
            setDialog(null)
            onDone(changed, true)
          }}
        />
      ) : null}
      {dialog === 'APPROVED' || dialog === 'DECLINED' ? (
        <DecideDialog
          request={request}
          state={dialog}
          onClose={() => setDialog(null)}
          onDone={(changed) => {
            setDialog(null)
            onDone(changed, true)
          }}
        />
      ) : null}
      {dialog === 'cover' ? (
        <CoverDialog
          id={request.id}
          when={span(request.shiftStart, request.shiftEnd)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  )
}

function About({ record }: { readonly record: ListedRow }) {
  const request = requestIn(record)
  const { facts } = TEXT
  const lines: readonly (readonly [string, string | null])[] = [
    [facts.shift, span(request.shiftStart, request.shiftEnd)],
    [facts.with, request.toName],
    [
      facts.theirs,
      request.otherStart === null || request.otherEnd === null
        ? null
        : span(request.otherStart, request.otherEnd),
    ],
    [
      facts.wanted,
      request.newStart === null || request.newEnd === null ? null : span(request.newStart, request.newEnd),
    ],
    [facts.split, request.splitAt === null ? null : when(request.splitAt)],
    [facts.reason, request.reason],
    [facts.asked, when(request.askedAt)],
    [facts.expires, isOpenRequest(request.state) ? when(request.expiresAt) : null],
    [
      facts.decided,
      request.decidedAt === null ? null : `${when(request.decidedAt)}, ${request.deciderName ?? ''}`,
    ],
    [facts.rule, request.isByRule ? TEXT.byRule : null],
    [
      facts.proposed,
      request.proposedStart === null || request.proposedEnd === null
        ? null
        : span(request.proposedStart, request.proposedEnd),
    ],
    [
      facts.answer,
      request.proposedStart === null
        ? null
        : request.proposalAnswer === null
          ? TEXT.unanswered
          : PROPOSAL_ANSWER_WORDS[request.proposalAnswer],
    ],
    [facts.note, request.decisionNote === '' ? null : request.decisionNote],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {lines.map(([label, text]) =>
          text === null ? null : (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {isOpenRequest(request.state) ? <Checks id={request.id} /> : null}
      <div className={styles.talk}>
        <RequestTalkButton
          kind="shift"
          id={request.id}
          what={`${SHIFT_REQUEST_WORDS[request.type]}: ${request.byName}`}
          size="xs"
        />
      </div>
    </>
  )
}

/** What is against an open request as it is now. */
function Checks({ id }: { readonly id: number }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['shift-request-checks', id],
    queryFn: ({ signal }) => api.call(shiftRequestChecks, { id }, { quiet: true, signal }),
  })
  const all = allChecks(data)
  return (
    <section className={styles.checks}>
      <h3>{TEXT.checks}</h3>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton width="100%" height={40} />
      ) : all.length === 0 ? (
        <p>{data.people.length === 0 ? TEXT.nothing : TEXT.clear}</p>
      ) : (
        <Against checks={all} />
      )}
    </section>
  )
}

/** Resource › Shifts › Shift requests as a page of records (spec 4 §4.5.9). */
const REQUESTS: RecordsKind = {
  record: shiftRequestRecord,
  title: TEXT.title,
  fields: {},
  nameOf: (row) => {
    const { type, byName } = requestIn(row)
    return `${SHIFT_REQUEST_WORDS[type]}: ${byName}`
  },
  list: (api, request) => api.call(listShiftRequests, request, { quiet: true }),
  read: (api, id) => api.call(getShiftRequest, { id }, { quiet: true }),
  bulk: [],
  Actions,
  About,
}

export function ShiftRequestsScreen() {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const news = useMemo(
    () =>
      recordNews(
        workingDayNews,
        'SHIFT_REQUEST',
        () => void client.invalidateQueries({ queryKey: ['shift-request-checks'] }),
      ),
    [workingDayNews, client],
  )
  return <RecordsPage kind={REQUESTS} news={news} />
}
