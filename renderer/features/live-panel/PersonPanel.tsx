import { Button, CloseButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { DayExceptionRow } from '#shared/contract/attendance.ts'
import { livePerson } from '#shared/contract/live-person.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { FILE_NOTE_WORDS } from '#shared/domain/file-notes.ts'
import { MOODS } from '#shared/domain/mood.ts'
import { QC_OUTCOME_LABELS } from '#shared/domain/quality-words.ts'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import { REMOTE_COMMAND_STATES, type RemoteCommandState } from '#shared/domain/remote-commands.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LazyCorrectionForm } from '../correction/index.ts'
import { MoodFace } from '../mood/index.ts'
import {
  callOf,
  dayOf,
  exceptionWords,
  momentOf,
  reasonWords,
  sentenceOf,
  spanText,
  timeOf,
} from './columns.ts'
import {
  BroadcastForm,
  CommandForm,
  ExcuseForm,
  FeedbackForm,
  LockForm,
  NoteForm,
  PopupForm,
  SetActivityForm,
  TicketForm,
} from './LazyForms.tsx'
import { usePerson } from './LiveGrid.tsx'
import styles from './LivePanel.module.css'
import type { LivePeople } from './live-people.ts'
import { type PanelFormName, usePanelActions } from './panel-actions.ts'
import { PANEL_TEXT as TEXT } from './text.ts'

interface PersonPanelProps {
  readonly people: LivePeople
  readonly id: number
  /** What is being filled in about them. */
  readonly form: PanelFormName | null
  readonly onForm: (form: PanelFormName | null) => void
  readonly onClose: () => void
}

// Its code is Tracker’s.
const PersonDay = lazyCode(async () => (await import('./PersonDay.tsx')).PersonDay)

/** Whether a supervisor has something left to say about it. */
const isToExcuse = ({ excusedSeconds, seconds }: DayExceptionRow) => excusedSeconds < seconds

/** A wifi's band is a word of the wire. */
const readingWords = ({ kind, value }: { readonly kind: string; readonly value: string }) =>
  kind === 'WIFI' ? reasonWords(value) : value

/** One person beside the rows (spec 4 §4.4.1): their day, and what can be done. They read that it was opened. */
export function PersonPanel({ people, id, form, onForm: setForm, onClose }: PersonPanelProps) {
  const { api, dialogs, now, notices } = useServices()
  const client = useQueryClient()
  const person = usePerson(people, id)
  const panel = useRef<HTMLElement>(null)
  const tickets = useRef<HTMLHeadingElement>(null)
  const permissions = useSession((session) => session.permissions)
  const isSelf = useSession((session) => session.user?.id) === id
  /** The exception or the session that a form was opened for. */
  const [about, setAbout] = useState<string | number | null>(null)
  const query = useQuery({
    queryKey: ['live-person', id],
    queryFn: ({ signal }) => api.call(livePerson, { userID: id }, { quiet: true, signal }),
  })
  // What is pushed of the person may have changed their day.
  useEffect(
    () => people.onPerson(id, () => void client.invalidateQueries({ queryKey: ['live-person', id] })),
    [people, id, client],
  )
  // What stands beside the row alone is told by itself.
  useEffect(
    () => people.watchBeside(id, () => void client.invalidateQueries({ queryKey: ['live-person', id] })),
    [people, id, client],
  )
  const isThere = query.data !== undefined
  useEffect(() => panel.current?.querySelector<HTMLElement>('h2')?.focus(), [])
  useEffect(() => {
    if (form === 'tickets' && isThere) tickets.current?.focus()
  }, [form, isThere])
  const name = person?.stats.userName ?? query.data?.name ?? ''
  const again = () => void client.invalidateQueries({ queryKey: ['live-person', id] })
  const done = (said: string) => {
    setForm(null)
    notices.show('success', said)
    again()
  }
  const areaID = person?.live.areaID ?? null
  const area = areaID === null ? null : { id: areaID, name: person?.stats.areaName ?? '' }
  const lockedBy = person?.live.lockedBy ?? null
  const actions = usePanelActions({ id, name, person }, (wanted) => {
    setAbout(null)
    setForm(form === wanted ? null : wanted)
  })
  const mayAttend = permissions.can('ISUPERVISOR_CAN_SEE_RESOURCE') && !isSelf
  const openAbout = (wanted: PanelFormName, what: string | number) => {
    setAbout(what)
    setForm(wanted)
  }
  const day = query.data
  const openTicket = (ticketID: number) =>
    dialogs.open('tickets', { ticketID, queue: day?.tickets.map((ticket) => ticket.id) ?? [] })
  const call = person ? callOf(person) : null
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={name}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.panelHead}>
        <h2 tabIndex={-1}>{name}</h2>
        <CloseButton aria-label={TEXT.close} onClick={onClose} />
      </header>
      <div className={styles.panelBody}>
        {person ? <p className={styles.panelNow}>{sentenceOf(person, now())}</p> : null}
        {day?.override ? (
          <p className={styles.panelNow}>
            {TEXT.setBy(day.override.by, timeOf(day.override.at), day.override.reason)}
            {day.override.until === null ? '' : ` ${TEXT.held(timeOf(day.override.until))}`}
          </p>
        ) : null}
        {lockedBy === null ? null : <p className={styles.panelNow}>{TEXT.lockedBy(lockedBy)}</p>}
        <div className={styles.actions}>
          {actions.map(({ key, label, isMain = false, run }) => (
            <Button key={key} size="xs" {...(!isMain && { variant: 'default' })} onClick={run}>
              {label}
            </Button>
          ))}
        </div>
        {form === 'activity' && day ? (
          <SetActivityForm
            people={[{ id, name }]}
            isOnCall={call !== null}
            projects={day.projects.map((one) => one.name)}
            first={[person?.live.scheduledProject, person?.live.project]}
            onDone={() => done(TEXT.activitySet(name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {form === 'lock' ? (
          <LockForm
            people={[{ id, name }]}
            onDone={() => done(TEXT.lockDone(name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {form === 'broadcast' && area !== null ? (
          <BroadcastForm
            area={area}
            onDone={() => done(TEXT.broadcastDone(area.name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {form === 'command' ? (
          <CommandForm people={[{ id, name }]} call={call} onDone={done} onCancel={() => setForm(null)} />
        ) : null}
        {form === 'popup' ? (
          <PopupForm
            people={[{ id, name }]}
            onDone={() => done(TEXT.popupDone(name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {form === 'feedback' ? (
          <FeedbackForm person={{ id, name }} onDone={done} onCancel={() => setForm(null)} />
        ) : null}
        {form === 'note' ? (
          <NoteForm person={{ id, name }} onDone={done} onCancel={() => setForm(null)} />
        ) : null}
        {form === 'ticket' ? (
          <TicketForm person={{ id, name }} onDone={done} onCancel={() => setForm(null)} />
        ) : null}
        {form === 'excuse' && day ? (
          <ExcuseForm
            key={about}
            person={{ id, name }}
            exceptions={day.exceptions.filter(isToExcuse)}
            chosenID={typeof about === 'string' ? about : null}
            onDone={() => done(TEXT.excused(name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {form === 'correct' && day ? (
          <LazyCorrectionForm
            key={about}
            date={day.date}
            userID={id}
            {...(typeof about === 'number' && { sessionID: about })}
            onDone={() => done(TEXT.corrected(name))}
            onCancel={() => setForm(null)}
          />
        ) : null}
        {day ? (
          <>
            <Suspense fallback={<Skeleton width="100%" height={260} />}>
              <PersonDay day={day} />
            </Suspense>
            <h3>{TEXT.sessions}</h3>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{TEXT.from}</th>
                  <th scope="col">{TEXT.to}</th>
                  <th scope="col">{TEXT.activity}</th>
                  <th scope="col">{TEXT.by}</th>
                  {mayAttend ? (
                    <th scope="col">
                      <span className="visually-hidden">{TEXT.correct}</span>
                    </th>
                  ) : null}
                </tr>
              </thead>
              <tbody>
                {day.sessions.toReversed().map((session) => (
                  <tr key={session.id}>
                    <td>{timeOf(session.start)}</td>
                    <td>{session.end === null ? TEXT.now : timeOf(session.end)}</td>
                    <td>
                      {[ACTIVITY_LABELS[session.activity], session.project, session.category]
                        .filter(Boolean)
                        .join(' · ')}
                    </td>
                    <td>{session.by ?? ''}</td>
                    {mayAttend ? (
                      <td>
                        {session.end === null ? null : (
                          <Button
                            size="compact-xs"
                            variant="subtle"
                            aria-label={TEXT.correctOf(
                              `${ACTIVITY_LABELS[session.activity]} ${timeOf(session.start)}`,
                            )}
                            onClick={() => openAbout('correct', session.id)}
                          >
                            {TEXT.correct}
                          </Button>
                        )}
                      </td>
                    ) : null}
                  </tr>
                ))}
              </tbody>
            </table>
            <h3>{TEXT.exceptions}</h3>
            {day.exceptions.length === 0 ? <p>{TEXT.none}</p> : null}
            <ul className={styles.plain}>
              {day.exceptions.map((one) => (
                <li key={`${one.kind} ${one.start}`}>
                  {TEXT.exception(exceptionWords(one), timeOf(one.start), spanText(one.seconds * 1000))}
                  {one.excusedSeconds > 0
                    ? `. ${TEXT.excusedBy(spanText(one.excusedSeconds * 1000), one.excusedBy)}`
                    : null}
                  {mayAttend && isToExcuse(one) ? (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={TEXT.excuseOf(`${exceptionWords(one)} ${timeOf(one.start)}`)}
                      onClick={() => openAbout('excuse', one.id)}
                    >
                      {TEXT.excuse}
                    </Button>
                  ) : null}
                </li>
              ))}
            </ul>
            <h3 ref={tickets} tabIndex={-1}>
              {TEXT.tickets}
            </h3>
            {day.tickets.length === 0 ? <p>{TEXT.none}</p> : null}
            <ul className={styles.plain}>
              {day.tickets.map((ticket) => (
                <li key={ticket.id}>
                  {permissions.can('SUPPORT_HELP_CENTER') ? (
                    <button type="button" className={styles.link} onClick={() => openTicket(ticket.id)}>
                      {TEXT.ticket(ticket.id, ticket.ticketType)}
                    </button>
                  ) : (
                    TEXT.ticket(ticket.id, ticket.ticketType)
                  )}
                  , {momentOf(ticket.at, now())}
                </li>
              ))}
            </ul>
            <h3>{TEXT.reviews}</h3>
            {day.reviews.length === 0 ? <p>{TEXT.none}</p> : null}
            <ul className={styles.plain}>
              {day.reviews.map(({ id: reviewID, at, project, score, outcome }) => (
                <li key={reviewID}>
                  {TEXT.review(dayOf(at), project, score, outcome === null ? '' : QC_OUTCOME_LABELS[outcome])}
                </li>
              ))}
            </ul>
            {day.coachingActions.length === 0 ? null : (
              <>
                <h3>{TEXT.coachingActions}</h3>
                <ul className={styles.plain}>
                  {day.coachingActions.map(({ text, due }) => (
                    <li key={`${text} ${due ?? ''}`}>{TEXT.action(text, due)}</li>
                  ))}
                </ul>
              </>
            )}
            {day.moods.length === 0 ? null : (
              <>
                <h3>{TEXT.mood}</h3>
                <ul className={styles.plain}>
                  {day.moods.map(({ at, moodValue, comments }) => (
                    <li key={`${at} ${moodValue}`} className={styles.mood}>
                      <MoodFace value={moodValue} size={20} />
                      <span className={styles.typed}>
                        {TEXT.moodAt(timeOf(at), MOODS[moodValue - 1]?.label ?? '', comments)}
                      </span>
                    </li>
                  ))}
                </ul>
              </>
            )}
            {day.notes === null ? null : (
              <>
                <h3>{TEXT.notes}</h3>
                {day.notes.length === 0 ? <p>{TEXT.none}</p> : null}
                <ul className={styles.plain}>
                  {day.notes.map((note) => (
                    <li key={note.id}>
                      <b>{FILE_NOTE_WORDS[note.kind]}</b>, {TEXT.noteBy(dayOf(note.at), note.by)}
                      <p className={styles.typed}>{note.text}</p>
                      {note.reply === '' ? null : (
                        <p className={styles.typed}>{TEXT.noteReply(name, note.reply)}</p>
                      )}
                    </li>
                  ))}
                </ul>
                <div className={styles.actions}>
                  <Button size="compact-xs" variant="default" onClick={() => setForm('note')}>
                    {TEXT.addNote}
                  </Button>
                </div>
              </>
            )}
            <h3>{TEXT.machine}</h3>
            {day.machine.length === 0 ? <p>{TEXT.nothingRead}</p> : null}
            <ul className={styles.plain}>
              {day.machine.map((one) => (
                <li key={`${one.kind} ${one.at} ${one.value}`}>
                  {timeOf(one.at)} {TEXT.machineKinds[one.kind]}: {readingWords(one)}
                </li>
              ))}
            </ul>
            <h3>{TEXT.commands}</h3>
            {day.commands.length === 0 ? <p>{TEXT.none}</p> : null}
            <ul className={styles.plain} aria-live="polite">
              {day.commands.map((one) => (
                <li key={one.id}>
                  {timeOf(one.at)} {REMOTE_COMMAND_LABELS[one.order as RemoteOrder]}:{' '}
                  <b>{REMOTE_COMMAND_STATES[one.state as RemoteCommandState]}</b>
                  {one.answer === '' ? '' : `. ${one.answer}`}
                </li>
              ))}
            </ul>
          </>
        ) : query.error ? (
          <LoadFailure title={TEXT.failed} reason={reasonOf(query.error)} onRetry={again} />
        ) : (
          <div role="status" aria-label={TEXT.loading} className={styles.bones}>
            <Skeleton width="80%" height={18} />
            <Skeleton width="100%" height={120} />
          </div>
        )}
      </div>
    </aside>
  )
}
