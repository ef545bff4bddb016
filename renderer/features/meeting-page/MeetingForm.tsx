import { Button, Checkbox, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type MeetingRecord, meetingConflicts, updateMeeting } from '#shared/contract/meetings.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { byName, searchable } from '#shared/domain/locale.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { MEETING_REPEATS, MEETING_WORDS, type MeetingRepeat } from '#shared/domain/meetings.ts'
import { FILTER_DEBOUNCE_MS } from '#shared/domain/searching.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useCloseOrAsk } from '../../services/notices/use-close-or-ask.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useChatContacts } from '../chat/index.ts'
import styles from './MeetingPage.module.css'
import { Scope } from './Scope.tsx'
import { TEXT } from './text.ts'
import { MEETINGS_KEY } from './use-meetings.ts'
import { timeText } from './words.ts'

const MINUTE_MS = 60_000
const STEP_MS = 30 * MINUTE_MS
/** As many people as are drawn at once; a name finds the others. */
const LISTED = 40
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const fieldOf = (at: number): string => londonField(at).slice(0, 16)

const lastDayOf = ({ until, start }: MeetingRecord): string =>
  fieldOf(Date.parse(until ?? start)).slice(0, 10)

interface FormProps {
  /** What is changed; a new one where it is absent. */
  readonly meeting?: MeetingRecord
  readonly onClose: () => void
}

/** Plans a meeting, or changes one. What people have at that time is said while choosing, and refuses nothing. */
export function MeetingForm({ meeting, onClose }: FormProps) {
  const { close, onChange } = useCloseOrAsk(onClose)
  const { api, notices, now } = useServices()
  const client = useQueryClient()
  const next = Math.ceil((now() + MINUTE_MS) / STEP_MS) * STEP_MS
  const [subject, setSubject] = useState(meeting?.subject ?? '')
  const [agenda, setAgenda] = useState(meeting?.agenda ?? '')
  const [start, setStart] = useState(fieldOf(meeting ? Date.parse(meeting.start) : next))
  const [end, setEnd] = useState(fieldOf(meeting ? Date.parse(meeting.end) : next + STEP_MS))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    new Set(meeting?.participants.map(({ userID }) => userID).filter((id) => id !== meeting.hostID)),
  )
  const [guests, setGuests] = useState(meeting?.invited.map(({ email }) => email).join(', ') ?? '')
  const [rule, setRule] = useState<MeetingRepeat | ''>('')
  // A series that exists can go on for longer.
  const lastDay = meeting && meeting.repeats !== null ? lastDayOf(meeting) : ''
  const [until, setUntil] = useState(lastDay)
  const [scope, setScope] = useState<SeriesScope>('THIS')
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const [from, to] = [momentOfField(start), momentOfField(end)]
  const hasTimes = !Number.isNaN(from) && !Number.isNaN(to) && to > from
  const addresses = guests.split(/[\s,;]+/).filter((address) => address !== '')
  const conflicts = useConflicts(
    hasTimes ? { ids: [...chosen], from, to, meetingID: meeting?.meetingID } : null,
  )

  /** Moves the end along, so that the length stays. */
  const changeStart = (value: string) => {
    const moved = momentOfField(value)
    if (hasTimes && !Number.isNaN(moved)) setEnd(fieldOf(moved + (to - from)))
    setStart(value)
    setAsking(false)
  }
  const faultOf = (): string | null => {
    if (subject.trim() === '') return TEXT.noSubject
    if (Number.isNaN(from) || Number.isNaN(to)) return TEXT.noTime
    if (to <= from) return TEXT.endsFirst
    if (chosen.size + addresses.length === 0) return TEXT.nobody
    if ((rule !== '' || lastDay !== '') && until === '') return TEXT.noUntil
    const bad = addresses.find((address) => !ADDRESS.test(address))
    return bad === undefined ? null : TEXT.badGuest(bad)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const fault = faultOf()
    setProblem(fault)
    if (fault !== null) return
    if (conflicts.length > 0 && !isAsking) return setAsking(true)
    setBusy(true)
    const times = { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
    const fields = { subject, agenda, ...times, ids: [...chosen], guests: addresses }
    try {
      if (meeting) {
        const { meetingID, version } = meeting
        const set = until === lastDay ? fields : { ...fields, until }
        await api.call(updateMeeting, { meetingID, version, scope, set }, { quiet: true })
        notices.show('success', TEXT.changed)
      } else {
        const repeats = rule === '' ? {} : { repeats: { rule, until } }
        await api.call(newMeeting, { ...fields, ...repeats, immediate: false }, { quiet: true })
        notices.show('success', TEXT.planned)
      }
      await client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }

  return (
    <Modal
      opened
      onClose={() => void close()}
      title={meeting ? TEXT.formChange : TEXT.formNew}
      size={620}
      centered
      closeOnClickOutside={false}
    >
      <form className={styles.form} onChange={onChange} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          data-autofocus
          label={TEXT.subject}
          maxLength={200}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <div className={styles.when}>
          <TextInput
            type="datetime-local"
            label={TEXT.start}
            value={start}
            onChange={(event) => changeStart(event.currentTarget.value)}
          />
          <TextInput
            type="datetime-local"
            label={TEXT.end}
            value={end}
            onChange={(event) => {
              setEnd(event.currentTarget.value)
              setAsking(false)
            }}
          />
          {meeting ? null : (
            <NativeSelect
              label={TEXT.repeats}
              data={[
                { value: '', label: TEXT.never },
                ...MEETING_REPEATS.map((value) => ({ value, label: MEETING_WORDS.repeat[value] })),
              ]}
              value={rule}
              onChange={(event) => setRule(event.currentTarget.value as MeetingRepeat | '')}
            />
          )}
          {rule === '' && lastDay === '' ? null : (
            <TextInput
              type="date"
              label={lastDay === '' ? TEXT.until : TEXT.seriesUntil}
              value={until}
              onChange={(event) => setUntil(event.currentTarget.value)}
            />
          )}
        </div>
        <People chosen={chosen} onChange={setChosen} />
        <Conflicts conflicts={conflicts} isShown={hasTimes && chosen.size > 0} />
        <TextInput
          label={TEXT.guestsLabel}
          description={TEXT.guestsHint}
          value={guests}
          onChange={(event) => setGuests(event.currentTarget.value)}
        />
        <Textarea
          label={TEXT.agenda}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={2000}
          value={agenda}
          onChange={(event) => setAgenda(event.currentTarget.value)}
        />
        {meeting && meeting.repeats !== null ? <Scope scope={scope} onChange={setScope} /> : null}
        <Problem>{problem}</Problem>
        {isAsking ? (
          <p role="alert" className={styles.ask}>
            {TEXT.conflictsAsk}
          </p>
        ) : null}
        <FormActions>
          <Button variant="default" onClick={() => void close()}>
            {TEXT.back}
          </Button>
          <Button type="submit" loading={isBusy}>
            {meeting ? (isAsking ? TEXT.saveAnyway : TEXT.save) : isAsking ? TEXT.planAnyway : TEXT.plan}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

interface Looked {
  readonly ids: readonly number[]
  /** In milliseconds since 1970. */
  readonly from: number
  readonly to: number
  readonly meetingID: number | undefined
}

/** What the chosen people have at that time; nothing while that isn't known. */
function useConflicts(looked: Looked | null) {
  const { api } = useServices()
  const [wanted] = useDebouncedValue(looked === null ? '' : JSON.stringify(looked), FILTER_DEBOUNCE_MS)
  const { data } = useQuery({
    queryKey: ['meeting-conflicts', wanted],
    enabled: wanted !== '',
    queryFn: ({ signal }) => {
      const { ids, from, to, meetingID } = JSON.parse(wanted) as Looked
      return api.call(
        meetingConflicts,
        {
          ...{ ids: [...ids], start: new Date(from).toISOString(), end: new Date(to).toISOString() },
          ...(meetingID === undefined ? {} : { meetingID }),
        },
        { quiet: true, signal },
      )
    },
  })
  return looked === null || looked.ids.length === 0 ? [] : (data ?? [])
}

function Conflicts({ conflicts, isShown }: { conflicts: ReturnType<typeof useConflicts>; isShown: boolean }) {
  if (!isShown) return null
  return (
    <div className={styles.conflicts} role="status" data-any={conflicts.length > 0}>
      {conflicts.length === 0 ? (
        TEXT.noConflicts
      ) : (
        <ul aria-label={TEXT.conflicts}>
          {conflicts.map(({ userID, name, event, start, end }) => (
            <li key={`${userID} ${event} ${start}`}>
              {TEXT.conflict(name, event, timeText(start), timeText(end))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PeopleProps {
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

function People({ chosen, onChange }: PeopleProps) {
  const { people } = useChatContacts()
  const [typed, setTyped] = useState('')
  const wanted = searchable(typed.trim())
  const shown = people
    .filter(({ userName }) => searchable(userName).includes(wanted))
    .toSorted(
      (a, b) => Number(chosen.has(b.userID)) - Number(chosen.has(a.userID)) || byName(a.userName, b.userName),
    )
    .slice(0, LISTED)
  const toggle = (userID: number) => {
    const next = new Set(chosen)
    if (!next.delete(userID)) next.add(userID)
    onChange(next)
  }
  return (
    <fieldset className={styles.choose}>
      <legend>{chosen.size === 0 ? TEXT.people : `${TEXT.people} · ${TEXT.chosen(chosen.size)}`}</legend>
      <TextInput
        aria-label={TEXT.findPeople}
        placeholder={TEXT.findPeople}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
      />
      <div className={styles.found}>
        {shown.map(({ userID, userName, about }) => (
          <Checkbox
            key={userID}
            checked={chosen.has(userID)}
            onChange={() => toggle(userID)}
            label={
              <span className={styles.person}>
                <PersonAvatar userID={userID} name={userName} size={26} />
                <span>
                  {userName} <small>{about}</small>
                </span>
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
