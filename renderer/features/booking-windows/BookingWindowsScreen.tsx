import './mantine-styles.ts'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import {
  cancelWindow,
  closeWindow,
  extendWindow,
  getWindow,
  listWindows,
  openWindow,
  remindWindow,
  windowDetail,
} from '#shared/contract/booking-windows.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { APPROVAL_WORDS, SLOT_STATE_WORDS } from '#shared/domain/booking-windows.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { bookingWindowRecord } from '#shared/records/resource/booking-window.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage, recordNews } from '../records/index.ts'
import styles from './BookingWindows.module.css'
import { TEXT } from './text.ts'
import { useChoices } from './use-choices.ts'
import { WindowForm } from './WindowForm.tsx'
import { dayText, spanOf, whenOf } from './when.ts'

type Row = z.output<typeof bookingWindowRecord.row>
const windowIn = (record: ListedRow): Row => z.parse(bookingWindowRecord.row, record)
const KEY = 'booking-window'
const SHOWN_PEOPLE = 30

function useDetail(id: number, version: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: [KEY, id, version],
    queryFn: ({ signal }) => api.call(windowDetail, { id }, { quiet: true, signal }),
  })
}

/** The button for a new window, and its form. */
function Tools() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const choices = useChoices(isOpen)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" loading={isOpen && choices.isPending} onClick={() => setOpen(true)}>
        {TEXT.new}
      </Button>
      {isOpen && choices.data ? (
        <WindowForm
          choices={choices.data}
          window={null}
          onClose={close}
          onSaved={() => {
            close()
            void client.invalidateQueries({ queryKey: ['records', bookingWindowRecord.name] })
          }}
        />
      ) : null}
      {isOpen && choices.isError ? (
        <Modal opened onClose={close} title={TEXT.new}>
          <LoadFailure
            title={TEXT.choicesFailed}
            reason={reasonOf(choices.error)}
            onRetry={() => void choices.refetch()}
          />
        </Modal>
      ) : null}
    </>
  )
}

/** What a planner does with a window as it is now. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const window = windowIn(record)
  const { id, version, name, state } = window
  const [dialog, setDialog] = useState<'edit' | 'extend' | 'cancel' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choices = useChoices(dialog === 'edit')
  const detail = useDetail(id, version)
  const seen = { id, version }
  const act = async (work: () => Promise<ListedRow | null>, words: (name: string) => string) => {
    setBusy(true)
    try {
      const row = await work()
      notices.show('success', words(name))
      if (row !== null) onDone(row, true)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: [KEY, id] })
  }
  const remind = async () => {
    let told = 0
    await act(
      async () => {
        told = (await api.call(remindWindow, { id }, { quiet: true })).told
        return null
      },
      () => TEXT.reminded(told),
    )
  }
  const done = (row: ListedRow) => {
    setDialog(null)
    onDone(row, true)
  }
  const isEditable = state === 'SCHEDULED' || state === 'OPEN'
  return (
    <>
      {isEditable ? (
        <Button
          size="xs"
          variant="default"
          loading={dialog === 'edit' && (choices.isPending || detail.isPending)}
          onClick={() => setDialog('edit')}
        >
          {TEXT.edit}
        </Button>
      ) : null}
      {state === 'SCHEDULED' ? (
        <Button
          size="xs"
          loading={isBusy}
          onClick={() => void act(() => api.call(openWindow, seen, { quiet: true }), TEXT.opened)}
        >
          {TEXT.open}
        </Button>
      ) : null}
      {state === 'OPEN' ? (
        <>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => void remind()}>
            {TEXT.remind}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => void act(() => api.call(closeWindow, seen, { quiet: true }), TEXT.closed)}
          >
            {TEXT.close}
          </Button>
        </>
      ) : null}
      {state === 'OPEN' || state === 'CLOSED' ? (
        <Button size="xs" variant="default" onClick={() => setDialog('extend')}>
          {TEXT.extend}
        </Button>
      ) : null}
      {isEditable ? (
        <Button size="xs" variant="subtle" color="red" onClick={() => setDialog('cancel')}>
          {TEXT.cancelIt}
        </Button>
      ) : null}
      {dialog === 'edit' && choices.data && detail.data ? (
        <WindowForm
          choices={choices.data}
          window={{ id, version, detail: detail.data }}
          onClose={() => setDialog(null)}
          onSaved={done}
        />
      ) : null}
      {dialog === 'extend' ? (
        <ExtendDialog window={window} onClose={() => setDialog(null)} onDone={done} />
      ) : null}
      {dialog === 'cancel' ? (
        <CancelDialog window={window} onClose={() => setDialog(null)} onDone={done} />
      ) : null}
    </>
  )
}

interface DialogProps {
  readonly window: Row
  readonly onClose: () => void
  readonly onDone: (row: ListedRow) => void
}

function useSending(onDone: (row: ListedRow) => void) {
  const { notices } = useServices()
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = async (work: () => Promise<ListedRow>, words: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const row = await work()
      notices.show('success', words)
      onDone(row)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return { problem, isBusy, send }
}

function ExtendDialog({ window, onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const [until, setUntil] = useState(londonField(Date.parse(window.closesAt)).slice(0, 16))
  const { problem, isBusy, send } = useSending(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (until === '') return
    const closesAt = new Date(momentOfField(until)).toISOString()
    const { id, version, name } = window
    void send(() => api.call(extendWindow, { id, version, closesAt }, { quiet: true }), TEXT.extended(name))
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.extendTitle(window.name)} size={420} centered>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          type="datetime-local"
          label={TEXT.until}
          value={until}
          onChange={({ currentTarget }) => setUntil(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {TEXT.save}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

function CancelDialog({ window, onClose, onDone }: DialogProps) {
  const { api } = useServices()
  const [message, setMessage] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { problem, isBusy, send } = useSending(onDone)
  const isShort = message.trim().length < REASON_MIN
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isShort) return
    const { id, version, name } = window
    void send(() => api.call(cancelWindow, { id, version, message }, { quiet: true }), TEXT.cancelled(name))
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={TEXT.cancelTitle(window.name)}
      size={460}
      centered
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={submit} noValidate>
        <p>{TEXT.cancelLead(window.taken)}</p>
        <Textarea
          data-autofocus
          label={TEXT.message}
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          value={message}
          error={isChecked && isShort ? TEXT.sayWhy : null}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.keep}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {TEXT.cancelIt.replace('…', '')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

/** A window with its slots and people. */
function About({ record }: { readonly record: ListedRow }) {
  const window = windowIn(record)
  const { data, error, refetch } = useDetail(window.id, window.version)
  const { facts } = TEXT
  const who = [window.areas, window.contractTypes, window.skills].filter((text) => text !== '').join(' · ')
  const lines: readonly (readonly [string, string])[] = [
    [facts.days, `${dayText(window.from)} – ${dayText(window.to)}`],
    [facts.opens, whenOf(window.opensAt)],
    [facts.closes, whenOf(window.closesAt)],
    [facts.who, who === '' ? TEXT.anybody : who],
    [facts.project, window.project ?? TEXT.noProject],
    [facts.hours, TEXT.hoursRange(window.minimumHours, window.maximumHours)],
    [facts.approval, APPROVAL_WORDS[window.approval]],
  ]
  return (
    <>
      <dl className={styles.facts}>
        {lines.map(([label, text]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={120} />
        </div>
      ) : (
        <>
          <section className={styles.part}>
            <h3>{TEXT.slots}</h3>
            <ul>
              {data.slots.map((slot) => (
                <li key={slot.id}>
                  <span>{spanOf(slot.start, slot.end)}</span>
                  <small>
                    {TEXT.places(slot.taken, slot.capacity)} · {SLOT_STATE_WORDS[slot.state]}
                  </small>
                </li>
              ))}
            </ul>
          </section>
          <section className={styles.part}>
            <h3>{TEXT.booked}</h3>
            {data.booked.length === 0 ? (
              <p>{TEXT.nobodyBooked}</p>
            ) : (
              <ul>
                {data.booked.map(({ userID, name, hours }) => (
                  <li key={userID}>
                    <span>{name}</span>
                    <small>{TEXT.hours(hours)}</small>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className={styles.part}>
            <h3>{TEXT.missing}</h3>
            <p>
              {data.missing.length === 0
                ? TEXT.nobodyMissing
                : data.missing
                    .slice(0, SHOWN_PEOPLE)
                    .map(({ name }) => name)
                    .join(', ')}
              {data.missing.length > SHOWN_PEOPLE
                ? ` ${TEXT.more(data.missing.length - SHOWN_PEOPLE)}`
                : null}
            </p>
          </section>
        </>
      )}
    </>
  )
}

/** Resource › Booking windows as a page of records (spec 4 §4.5.4). */
const WINDOWS: RecordsKind = {
  record: bookingWindowRecord,
  title: TEXT.title,
  fields: {},
  nameOf: (row) => windowIn(row).name,
  list: (api, request) => api.call(listWindows, request, { quiet: true }),
  read: (api, id) => api.call(getWindow, { id }, { quiet: true }),
  bulk: [],
  Tools,
  Actions,
  About,
}

export function BookingWindowsScreen() {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const news = useMemo(
    () =>
      recordNews(workingDayNews, 'BOOKING_WINDOW', () => void client.invalidateQueries({ queryKey: [KEY] })),
    [workingDayNews, client],
  )
  return <RecordsPage kind={WINDOWS} news={news} />
}
