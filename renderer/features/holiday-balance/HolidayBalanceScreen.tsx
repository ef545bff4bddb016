import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import * as z from 'zod/mini'
import { getHolidayBalance, holidayEntries, listHolidayBalances } from '#shared/contract/holiday-balance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { holidayBalanceRecord } from '#shared/records/hr/holiday-balance.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { AdjustDialog } from './AdjustDialog.tsx'
import { BalanceSum } from './BalanceSum.tsx'
import styles from './Holiday.module.css'
import { signedHours } from './hours-text.ts'
import { TEXT } from './text.ts'

const MOMENT = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
const balanceIn = (record: ListedRow) => z.parse(holidayBalanceRecord.row, record)
const entriesKey = (id: number) => ['holiday-entries', id]

/** What HR does to somebody's balance; to their own nobody does. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const queries = useQueryClient()
  const mayAdjust = useSession(({ permissions }) => permissions.can('HR_CAN_MANAGE_HOLIDAY'))
  const ownID = useSession(({ user }) => user?.id)
  const [isOpen, setOpen] = useState(false)
  if (!mayAdjust) return null
  const isOwn = record.id === ownID
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isOwn}
        title={isOwn ? TEXT.own : undefined}
        onClick={() => setOpen(true)}
      >
        {TEXT.adjust}
      </Button>
      {isOpen ? (
        <AdjustDialog
          balance={balanceIn(record)}
          onClose={() => setOpen(false)}
          onSaved={(changed) => {
            setOpen(false)
            void queries.invalidateQueries({ queryKey: entriesKey(record.id) })
            onDone(changed, true)
          }}
        />
      ) : null}
    </>
  )
}

/** How a balance comes about, and what was carried over and adjusted of it. */
function About({ record }: { readonly record: ListedRow }) {
  return (
    <>
      <BalanceSum balance={balanceIn(record)} />
      <Entries id={record.id} />
    </>
  )
}

function Entries({ id }: { readonly id: number }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: entriesKey(id),
    queryFn: ({ signal }) => api.call(holidayEntries, { id }, { quiet: true, signal }),
  })
  return (
    <section className={styles.part}>
      <h3>{TEXT.entries}</h3>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        data.entries.length === 0 ? (
          <p>{TEXT.none}</p>
        ) : (
          <ul className={styles.entries} aria-label={TEXT.entries}>
            {data.entries.map(({ id: entryID, kind, hours, reason, byName, at }) => (
              <li key={entryID}>
                {TEXT.kinds[kind]}
                <b>{signedHours(hours)}</b>
                <span>{reason}</span>
                <span>{TEXT.by(byName, MOMENT.format(Date.parse(at)))}</span>
              </li>
            ))}
          </ul>
        )
      ) : (
        <Skeleton width="100%" height={60} />
      )}
    </section>
  )
}

/** HR › Holiday balance as a page of records (spec 6 §5.4). */
const BALANCES: RecordsKind = {
  record: holidayBalanceRecord,
  title: TEXT.title,
  fields: {},
  nameOf: ({ displayName }) => String(displayName),
  list: (api, request) => api.call(listHolidayBalances, request, { quiet: true }),
  read: (api, id) => api.call(getHolidayBalance, { id }, { quiet: true }),
  bulk: [],
  Actions,
  About,
}

export function HolidayBalanceScreen() {
  return <RecordsPage kind={BALANCES} />
}
