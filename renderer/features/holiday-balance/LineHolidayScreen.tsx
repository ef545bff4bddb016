import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import {
  askHolidayApproval,
  getLineHoliday,
  type LineHolidayYear,
  lineHolidayYear,
  listLineHolidays,
  remindHoliday,
} from '#shared/contract/line-holiday.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { lineHolidayRecord } from '#shared/records/hr/line-holiday.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { SureButton } from '../sure/index.ts'
import { BalanceSum } from './BalanceSum.tsx'
import styles from './Holiday.module.css'
import { signedHours } from './hours-text.ts'
import { TEXT } from './text.ts'

const KEY = 'line-holiday-year'
const DAY_MS = 86_400_000
const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON })
const MONTH = dateFormat({ month: 'short', timeZone: LONDON })
const dayOf = (iso: string) => DAY.format(Date.parse(iso))

/** Reminds people to take their holiday, and says what came of it. Rejects where it failed. */
function useReminding(): (ids: readonly number[]) => Promise<void> {
  const { api, notices } = useServices()
  const client = useQueryClient()
  return async (ids) => {
    const { reminded, already, nothing } = await api.call(remindHoliday, { ids: [...ids] }, { quiet: true })
    notices.show(reminded > 0 ? 'success' : 'info', TEXT.remindedOf(reminded, already, nothing))
    await client.invalidateQueries({ queryKey: [KEY] })
  }
}

function Actions({ record }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { notices } = useServices()
  const remind = useReminding()
  const [isBusy, setBusy] = useState(false)
  const press = async () => {
    setBusy(true)
    await remind([record.id]).catch((error: unknown) => notices.show('error', refusalOf(error)))
    setBusy(false)
  }
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => void press()}>
      {TEXT.remind}
    </Button>
  )
}

function BulkTools({ rows, onDone }: ComponentProps<NonNullable<RecordsKind['BulkTools']>>) {
  const remind = useReminding()
  return (
    <SureButton
      label={TEXT.remind}
      title={TEXT.remindTitle(rows.length)}
      effect={TEXT.remindEffect}
      count={rows.length}
      onYes={async () => {
        await remind(rows.map(({ id }) => id))
        onDone()
      }}
    />
  )
}

function About({ record }: { readonly record: ListedRow }) {
  return (
    <>
      <Year id={record.id} />
      <BalanceSum balance={z.parse(lineHolidayRecord.row, record)} />
    </>
  )
}

/** The holiday year as a strip, and the list behind the figures. */
function Year({ id }: { readonly id: number }) {
  const { api, now } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => api.call(lineHolidayYear, { id }, { quiet: true, signal }),
  })
  if (!data)
    return error ? (
      <LoadFailure title={TEXT.yearFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton width="100%" height={90} />
    )
  const lines = [
    ...data.holidays.map(({ id: own, start, end, hours, state, urgedAt }) => ({
      ...{ key: `holiday ${own}`, title: daysText(start, end), hours: signedHours(-hours) },
      note: [TEXT.states[state], urgedAt === null ? null : TEXT.askedOn(dayOf(urgedAt))]
        .filter(Boolean)
        .join(' · '),
      askID: state === 'APPROVED' ? null : own,
    })),
    ...data.entries.map(({ id: own, kind, hours, reason, at }) => ({
      ...{ key: `entry ${own}`, title: TEXT.kinds[kind], hours: signedHours(hours) },
      note: `${reason} · ${dayOf(at)}`,
      askID: null,
    })),
  ]
  return (
    <section className={styles.part}>
      <h3>{TEXT.year(DAY.format(momentOfField(data.from)), DAY.format(momentOfField(data.to)))}</h3>
      <Strip year={data} now={now()} />
      {lines.length === 0 ? (
        <p>{TEXT.noHoliday}</p>
      ) : (
        <ul className={styles.entries} aria-label={TEXT.behind}>
          {lines.map(({ key, title, hours, note, askID }) => (
            <li key={key}>
              {title}
              <b>{hours}</b>
              <span>{note}</span>
              {askID === null ? null : <AskApproval id={askID} title={title} />}
            </li>
          ))}
        </ul>
      )}
      {data.remindedAt === null ? null : <p>{TEXT.remindedAt(dayOf(data.remindedAt))}</p>}
    </section>
  )
}

/** Asks those who decide for a decision on a request that waits. */
function AskApproval({ id, title }: { readonly id: number; readonly title: string }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const ask = async () => {
    setBusy(true)
    try {
      const { told } = await api.call(askHolidayApproval, { id }, { quiet: true })
      notices.show(told > 0 ? 'success' : 'info', TEXT.approvalAsked(told))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: [KEY] })
  }
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={isBusy}
      aria-label={TEXT.askApprovalOf(title)}
      onClick={() => void ask()}
    >
      {TEXT.askApproval}
    </Button>
  )
}

/** A holiday ends when the day after its last begins. */
const daysText = (start: string, end: string) => {
  const [first, last] = [dayOf(start), DAY.format(Date.parse(end) - 1)]
  return first === last ? first : `${first} – ${last}`
}

/** The same as a picture; the list says it in words. */
function Strip({ year, now }: { readonly year: LineHolidayYear; readonly now: number }) {
  const from = momentOfField(year.from)
  const length = momentOfField(year.to) + DAY_MS - from
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - from) / length) * 100))}%`
  const first = new Date(from + DAY_MS / 2)
  const months = Array.from({ length: 12 }, (_, month) => {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month, 1, 12)
    return { at, name: MONTH.format(at) }
  })
  return (
    <div className={styles.strip} aria-hidden="true">
      <div className={styles.months}>
        {months.map(({ at, name }) => (
          <span key={at}>{name}</span>
        ))}
      </div>
      <div className={styles.line}>
        {year.holidays.map(({ id, start, end, state }) => (
          <i
            key={id}
            data-state={state}
            style={{
              insetInlineStart: share(Date.parse(start)),
              insetInlineEnd: `calc(100% - ${share(Date.parse(end))})`,
            }}
          />
        ))}
        <em style={{ insetInlineStart: share(now) }} />
      </div>
    </div>
  )
}

const LINE: RecordsKind = {
  record: lineHolidayRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listLineHolidays, request, { quiet: true }),
  read: (api, id) => api.call(getLineHoliday, { id }, { quiet: true }),
  bulk: [],
  BulkTools,
  Actions,
  About,
}

/** Interviewer manager › Holiday balance (spec 4 §4.3.3): HR's figures of one's own line, and a word to take it. */
export function LineHolidayScreen() {
  return <RecordsPage kind={LINE} />
}
