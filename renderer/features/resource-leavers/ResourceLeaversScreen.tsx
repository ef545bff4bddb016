import './mantine-styles.ts'
import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import {
  endLeaverPlan,
  getResourceLeaver,
  leaverShifts,
  listResourceLeavers,
  OFFER_WAYS,
  offerLeaverShifts,
  turnover,
} from '#shared/contract/resource-leavers.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { resourceLeaverRecord } from '#shared/records/resource/resource-leaver.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { useSignedIn } from '../../services/signed-in.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './ResourceLeavers.module.css'
import { TEXT } from './text.ts'

type Way = (typeof OFFER_WAYS)[number]

const KEY = 'resource-leavers'
const MONTH = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const leaverIn = (record: ListedRow) => z.parse(resourceLeaverRecord.row, record)

/** Turnover of the last 12 months, and by month where somebody asks. */
function Turnover() {
  const { api } = useServices()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({
    queryKey: [KEY, 'turnover'],
    queryFn: ({ signal }) => api.call(turnover, {}, { quiet: true, signal }),
  })
  const last = data?.months.at(-1)
  if (!data || !last || last.turnover === null) return null
  const { columns } = TEXT
  return (
    <section className={styles.turnover}>
      <div>
        <span>{TEXT.turnover(last.turnover, last.leavers, last.headcount)}</span>
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={isOpen}
          onClick={() => setOpen((before) => !before)}
        >
          {isOpen ? TEXT.hide : TEXT.byMonth}
        </Button>
      </div>
      {isOpen ? (
        <table>
          <thead>
            <tr>
              {Object.entries(columns).map(([key, label]) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.months.map(({ month, leavers, headcount, turnover: value }) => (
              <tr key={month}>
                <th scope="row">{MONTH.format(Date.parse(`${month}-01`))}</th>
                <td>{leavers}</td>
                <td>{headcount}</td>
                <td>{TEXT.percent(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </section>
  )
}

/** A message to who isn't gone yet; and what ends with the leave date by itself otherwise. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const mayWrite = useSession(({ permissions }) => permissions.can('CAN_SEND_MESSAGE'))
  const own = useSession(({ user }) => user?.id)
  const [isBusy, setBusy] = useState(false)
  const { id, daysLeft } = leaverIn(record)
  const end = async () => {
    setBusy(true)
    try {
      const { patterns, allocations } = await api.call(endLeaverPlan, { id }, { quiet: true })
      notices.show('success', TEXT.ended(patterns, allocations))
      onDone(await api.call(getResourceLeaver, { id }, { quiet: true }), true)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: [KEY] })
  }
  return (
    <>
      {mayWrite && id !== own && daysLeft >= 0 ? (
        <Button size="xs" variant="default" onClick={() => void conversations.open(id, pathname)}>
          {TEXT.message}
        </Button>
      ) : null}
      <Button size="xs" variant="default" loading={isBusy} onClick={() => void end()}>
        {TEXT.endPlan}
      </Button>
    </>
  )
}

/** The shifts of somebody who leaves, to be offered to others. */
function About({ record }: { readonly record: ListedRow }) {
  const { api } = useServices()
  const { id } = leaverIn(record)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [way, setWay] = useState<Way | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, 'shifts', id],
    queryFn: ({ signal }) => api.call(leaverShifts, { id }, { quiet: true, signal }),
  })
  if (error && !data)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  const there = chosen.filter((one) => data.shifts.some((shift) => shift.id === one))
  const late = data.shifts.filter(({ isLate }) => isLate).map((shift) => shift.id)
  return (
    <section className={styles.shifts}>
      <h3>{TEXT.shifts}</h3>
      {data.shifts.length === 0 ? (
        <p>{TEXT.none}</p>
      ) : (
        <>
          {late.length > 0 ? (
            <div className={styles.buttons}>
              <Button size="compact-sm" variant="subtle" onClick={() => setChosen(late)}>
                {TEXT.chooseLate}
              </Button>
            </div>
          ) : null}
          <ul>
            {data.shifts.map((shift) => (
              <li key={shift.id}>
                <Checkbox
                  checked={there.includes(shift.id)}
                  label={`${WHEN.format(Date.parse(shift.start))}–${CLOCK.format(Date.parse(shift.end))}`}
                  description={[
                    shift.project ?? '',
                    shift.isLate ? TEXT.late : '',
                    shift.isOffered ? TEXT.offered : '',
                  ]
                    .filter((part) => part !== '')
                    .join(' · ')}
                  onChange={({ currentTarget }) =>
                    setChosen(
                      currentTarget.checked ? [...there, shift.id] : there.filter((one) => one !== shift.id),
                    )
                  }
                />
              </li>
            ))}
          </ul>
          <p role="status">{there.length === 0 ? '' : TEXT.chosen(there.length)}</p>
          <div className={styles.buttons}>
            {OFFER_WAYS.map((one) => (
              <Button
                key={one}
                size="xs"
                variant={one === 'CAMPAIGN' ? 'filled' : 'default'}
                disabled={there.length === 0}
                onClick={() => setWay(one)}
              >
                {TEXT.ways[one]}
              </Button>
            ))}
          </div>
        </>
      )}
      {way === null ? null : (
        <OfferDialog
          {...{ id, way }}
          shiftIDs={there}
          onClose={() => setWay(null)}
          onDone={() => {
            setWay(null)
            setChosen([])
          }}
        />
      )}
    </section>
  )
}

interface OfferProps {
  readonly id: number
  readonly way: Way
  readonly shiftIDs: readonly number[]
  readonly onClose: () => void
  readonly onDone: () => void
}

function OfferDialog({ id, way, shiftIDs, onClose, onDone }: OfferProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isShort = reason.trim().length < REASON_MIN
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isShort || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const wanted = { id, shiftIDs: [...shiftIDs], way, reason }
      const { shifts } = await api.call(offerLeaverShifts, wanted, { quiet: true })
      notices.show('success', TEXT.done[way](shifts))
      await client.invalidateQueries({ queryKey: [KEY] })
      await client.invalidateQueries({ queryKey: ['records', resourceLeaverRecord.name] })
      onDone()
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={() => void close()}
      title={TEXT.asks[way](shiftIDs.length)}
      size={460}
      centered
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)} noValidate>
        <p>{TEXT.leads[way]}</p>
        <Textarea
          data-autofocus
          label={TEXT.why}
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          value={reason}
          error={isChecked && isShort ? TEXT.sayWhy : null}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.back}
          </Button>
          <Button type="submit" loading={isBusy} {...(way === 'CANCEL' && { color: 'red' })}>
            {TEXT.confirm[way]}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

/** Resource › Leavers as a page of records (spec 4 §4.5.14). */
const LEAVERS: RecordsKind = {
  record: resourceLeaverRecord,
  title: TEXT.title,
  fields: {},
  nameOf: (row) => leaverIn(row).displayName,
  list: (api, request) => api.call(listResourceLeavers, request, { quiet: true }),
  read: (api, id) => api.call(getResourceLeaver, { id }, { quiet: true }),
  bulk: [],
  Above: Turnover,
  Actions,
  About,
}

export function ResourceLeaversScreen() {
  return <RecordsPage kind={LEAVERS} />
}
