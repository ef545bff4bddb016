import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type FormEvent, useEffect, useState } from 'react'
import { VList } from 'virtua'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { IMMEDIATE_MEETING_MS } from '#shared/domain/calls.ts'
import { useServices } from '../../../services/context.tsx'
import { ApiError } from '../../../services/http/api-client.ts'
import type { LiveServices } from '../../../services/live.tsx'
import { FormActions } from '../../../ui/form/FormActions.tsx'
import { Problem } from '../../../ui/Problem.tsx'
import { FormModal } from '../../ask-dialog/index.ts'
import { useChat, useChatState } from '../chat-context.tsx'
import { filterPeople } from '../people/filter-people.ts'
import { PersonRow } from '../people/PersonRow.tsx'
import { useOnline } from '../people/use-online.ts'
import styles from './NewMeeting.module.css'
import { TEXT } from './text.ts'

const MINUTE_MS = 60_000
const LENGTHS = ['15', '30', '45', '60', '90', '120']

interface NewMeetingProps {
  readonly live: LiveServices
  readonly onClose: () => void
}

/** Begins a meeting with chosen people at once, and calls them; or plans one, which they are told of (spec 2 §7). */
export function NewMeeting({ live, onClose }: NewMeetingProps) {
  return (
    <FormModal opened onClose={onClose} title={TEXT.newMeeting} size={480} centered>
      {(leave, done) => <Form live={live} onCancel={leave} onClose={done} />}
    </FormModal>
  )
}

function Form({ live, onCancel, onClose }: NewMeetingProps & { readonly onCancel: () => void }) {
  const { api, notices, now } = useServices()
  const contacts = useChatState((state) => state.contacts)
  const [subject, setSubject] = useState('')
  const [agenda, setAgenda] = useState('')
  const [planned, setPlanned] = useState(false)
  const [starts, setStarts] = useState('')
  const [minutes, setMinutes] = useState('30')
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const start = planned ? Date.parse(starts) : now()
    const wrong =
      subject.trim() === ''
        ? TEXT.meetingNoSubject
        : chosen.size === 0
          ? TEXT.meetingNobody
          : planned && !(start > now())
            ? TEXT.meetingPast
            : ''
    setProblem(wrong)
    if (wrong !== '') return
    setBusy(true)
    try {
      const { meetingID } = await api.call(newMeeting, {
        start: new Date(start).toISOString(),
        end: new Date(start + (planned ? Number(minutes) * MINUTE_MS : IMMEDIATE_MEETING_MS)).toISOString(),
        subject,
        agenda,
        ids: [...chosen],
        immediate: !planned,
      })
      onClose()
      if (planned) return notices.show('success', TEXT.meetingIsPlanned)
      const payload = { ID: meetingID, screenShare: false }
      const people = contacts.filter(({ userID }) => chosen.has(userID))
      live.meetings.join(payload, 'CALL')
      await live.calls.make(
        people.map(({ userID, userName }) => ({ id: userID, name: userName })),
        payload,
      )
    } catch (error) {
      // The api client has told the person what went wrong; what they filled in stays.
      if (!(error instanceof ApiError)) throw error
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        label={TEXT.meetingSubject}
        maxLength={200}
        value={subject}
        onChange={(event) => setSubject(event.currentTarget.value)}
      />
      <div className={styles.when}>
        <NativeSelect
          label={TEXT.meetingWhen}
          data={[
            { value: 'now', label: TEXT.meetingNow },
            { value: 'later', label: TEXT.meetingPlanned },
          ]}
          value={planned ? 'later' : 'now'}
          onChange={(event) => setPlanned(event.currentTarget.value === 'later')}
        />
        {planned ? (
          <>
            <TextInput
              type="datetime-local"
              label={TEXT.meetingStarts}
              value={starts}
              onChange={(event) => setStarts(event.currentTarget.value)}
            />
            <NativeSelect
              label={TEXT.meetingLength}
              data={LENGTHS}
              value={minutes}
              onChange={(event) => setMinutes(event.currentTarget.value)}
            />
          </>
        ) : null}
      </div>
      <Textarea
        label={TEXT.meetingAgenda}
        autosize
        minRows={2}
        maxRows={5}
        maxLength={2000}
        value={agenda}
        onChange={(event) => setAgenda(event.currentTarget.value)}
      />
      <Invited chosen={chosen} onChange={setChosen} />
      <Problem>{problem}</Problem>
      <FormActions>
        <Button variant="default" onClick={onCancel}>
          {TEXT.cancel}
        </Button>
        <Button type="submit" loading={busy}>
          {planned ? TEXT.meetingPlan : TEXT.meetingStartNow}
        </Button>
      </FormActions>
    </form>
  )
}

interface InvitedProps {
  readonly chosen: ReadonlySet<number>
  readonly onChange: (chosen: ReadonlySet<number>) => void
}

function Invited({ chosen, onChange }: InvitedProps) {
  const chat = useChat<'loadContacts'>()
  const contacts = useChatState((state) => state.contacts)
  const myID = useChatState((state) => state.me.id)
  const online = useOnline()
  const [term, setTerm] = useState('')
  useEffect(() => void chat.loadContacts(), [chat])
  const others = contacts.filter(({ userID }) => userID !== myID && userID > 0)
  const shown = filterPeople(others, { term, showOffline: true, online })
  const toggle = (userID: number) => {
    const next = new Set(chosen)
    if (!next.delete(userID)) next.add(userID)
    onChange(next)
  }
  return (
    <fieldset className={styles.people}>
      <legend>
        {TEXT.meetingWith}
        {chosen.size > 0 ? ` (${chosen.size})` : ''}
      </legend>
      <TextInput
        aria-label={TEXT.filterUser}
        placeholder={TEXT.filterUser}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        leftSection={<IconSearch size={16} stroke={1.8} />}
      />
      <div className={styles.list}>
        <VList data={shown} style={{ height: '100%' }}>
          {(person) => (
            <Checkbox
              key={person.userID}
              className={styles.person ?? ''}
              checked={chosen.has(person.userID)}
              onChange={() => toggle(person.userID)}
              label={<PersonRow person={person} online={online.has(person.userID)} />}
            />
          )}
        </VList>
      </div>
    </fieldset>
  )
}
