import { Button, Modal, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  answerInvitation,
  cancelMeeting,
  type MeetingRecord,
  meetingNotes,
} from '#shared/contract/meetings.ts'
import type { SeriesScope } from '#shared/domain/calendar.ts'
import { MEETING_ANSWERS, MEETING_NOTES_MAX, MEETING_WORDS } from '#shared/domain/meetings.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Actions } from './Actions.tsx'
import { Files } from './Files.tsx'
import { MeetingForm } from './MeetingForm.tsx'
import styles from './MeetingPage.module.css'
import { Scope } from './Scope.tsx'
import { TEXT } from './text.ts'
import { MEETINGS_KEY, useMeetingRecord } from './use-meetings.ts'
import { dayText, lengthText, timeText, whenText } from './words.ts'

interface PanelProps {
  readonly meetingID: number
  readonly onClose: () => void
}

/** A meeting whole: its people and their answers, who came, notes, and what can be done. */
export function MeetingPanel({ meetingID, onClose }: PanelProps) {
  const { data, error, refetch } = useMeetingRecord(meetingID)
  const [doing, setDoing] = useState<'change' | 'cancel' | null>(null)
  if (data && doing === 'change') return <MeetingForm meeting={data} onClose={() => setDoing(null)} />
  if (data && doing === 'cancel') return <Cancel meeting={data} onClose={() => setDoing(null)} />
  return (
    <Modal opened onClose={onClose} title={data?.subject ?? TEXT.title} size={560} centered>
      {data ? (
        <Shown
          meeting={data}
          onChange={() => setDoing('change')}
          onCancel={() => setDoing('cancel')}
          onJoined={onClose}
        />
      ) : error ? (
        <LoadFailure title={TEXT.recordFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width="100%" height={160} />
      )}
    </Modal>
  )
}

interface ShownProps {
  readonly meeting: MeetingRecord
  readonly onChange: () => void
  readonly onCancel: () => void
  /** Its window is over the page: nothing is to lie over that. */
  readonly onJoined: () => void
}

function Shown({ meeting, onChange, onCancel, onJoined }: ShownProps) {
  const { meetings } = useLive()
  const mayPlan = useSession(({ permissions }) => permissions.can('CAN_CREATE_ONE_TO_ONE_MEETINGS'))
  const { meetingID, start, end, state, repeats, until, host, agenda, isHost } = meeting
  const isOpen = state === 'PLANNED' || state === 'LIVE'
  const about = [
    `${whenText(start)} – ${timeText(end)}`,
    lengthText(start, end),
    repeats === null ? '' : seriesText(MEETING_WORDS.repeat[repeats], until),
    host,
  ]
  return (
    <div className={styles.record}>
      <p className={styles.about}>
        <span className={styles.state} data-state={state}>
          {MEETING_WORDS.state[state]}
        </span>
        {about.filter((part) => part !== '').join(' · ')}
      </p>
      {agenda === '' ? null : (
        <section aria-label={TEXT.agenda}>
          <h3>{TEXT.agenda}</h3>
          <p className={styles.prose}>{agenda}</p>
        </section>
      )}
      {isOpen && !isHost ? <Answer meeting={meeting} /> : null}
      <People meeting={meeting} />
      {state === 'CANCELLED' ? null : <Notes key={meeting.notes} meeting={meeting} />}
      {state === 'CANCELLED' && meeting.files.length === 0 ? null : <Files meeting={meeting} />}
      {state === 'CANCELLED' && meeting.actions.length === 0 ? null : <Actions meeting={meeting} />}
      {isOpen ? (
        <FormActions>
          {isHost && mayPlan ? (
            <>
              <Button variant="default" onClick={onCancel}>
                {TEXT.cancelMeeting}
              </Button>
              <Button variant="default" onClick={onChange}>
                {TEXT.change}
              </Button>
            </>
          ) : null}
          <Button
            onClick={() => {
              onJoined()
              meetings.join({ ID: meetingID, screenShare: false })
            }}
          >
            {TEXT.join}
          </Button>
        </FormActions>
      ) : null}
    </div>
  )
}

const seriesText = (rule: string, until: string | null) =>
  until === null ? rule : TEXT.repeatsUntil(rule, dayText(until))

function Answer({ meeting }: { meeting: MeetingRecord }) {
  const { api } = useServices()
  const client = useQueryClient()
  const [scope, setScope] = useState<SeriesScope>('THIS')
  const { meetingID, answer: before, repeats } = meeting
  return (
    <section aria-label={TEXT.yourAnswer}>
      <h3>{TEXT.yourAnswer}</h3>
      <div className={styles.answers}>
        {MEETING_ANSWERS.map((answer) => (
          <Button
            key={answer}
            size="compact-md"
            variant={before === answer ? 'filled' : 'default'}
            aria-pressed={before === answer}
            onClick={() => {
              void api
                .call(answerInvitation, { meetingID, answer, scope })
                // The api client has told the person what went wrong.
                .catch(() => {})
                .then(() => client.invalidateQueries({ queryKey: [MEETINGS_KEY] }))
            }}
          >
            {MEETING_WORDS.answer[answer]}
          </Button>
        ))}
        {repeats === null ? null : <Scope scope={scope} onChange={setScope} />}
      </div>
    </section>
  )
}

function People({ meeting: { participants, invited, hostID } }: { meeting: MeetingRecord }) {
  return (
    <section aria-label={TEXT.people}>
      <h3>{TEXT.people}</h3>
      <ul className={styles.people}>
        {participants.map(({ userID, userName, answer, isHere, joined, left }) => (
          <li key={userID}>
            <PersonAvatar userID={userID} name={userName} size={30} />
            <span className={styles.name}>
              <strong>{userName}</strong>
              <small>
                {[
                  userID === hostID ? TEXT.isHost : '',
                  isHere ? TEXT.isHere : '',
                  joined === null
                    ? ''
                    : left === null
                      ? TEXT.cameSince(timeText(joined))
                      : TEXT.came(timeText(joined), timeText(left)),
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </small>
            </span>
            <span className={styles.answer} data-answer={answer}>
              {answer === null ? TEXT.noAnswer : MEETING_WORDS.answer[answer]}
            </span>
          </li>
        ))}
        {invited.map(({ email, name, answer }) => (
          <li key={email}>
            <PersonAvatar userID={0} name={name || email} size={30} />
            <span className={styles.name}>
              <strong>{name || email}</strong>
              <small>{name === '' ? '' : email}</small>
            </span>
            <span className={styles.answer} data-answer={answer}>
              {answer === null ? TEXT.noAnswer : MEETING_WORDS.answer[answer]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ meeting: { meetingID, notes: seen } }: { meeting: MeetingRecord }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [notes, setNotes] = useState(seen)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    try {
      await api.call(meetingNotes, { meetingID, notes, seen }, { quiet: true })
      notices.show('success', TEXT.notesSaved)
      await client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  return (
    <section aria-label={TEXT.notes}>
      <Textarea
        label={TEXT.notes}
        description={TEXT.notesHint}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MEETING_NOTES_MAX}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      {notes === seen ? null : (
        <Button size="compact-md" mt={8} onClick={() => void save()}>
          {TEXT.saveNotes}
        </Button>
      )}
    </section>
  )
}

function Cancel({ meeting, onClose }: { meeting: MeetingRecord; onClose: () => void }) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [scope, setScope] = useState<SeriesScope>('THIS')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      await api.call(cancelMeeting, { meetingID: meeting.meetingID, scope }, { quiet: true })
      notices.show('success', TEXT.cancelled)
      await client.invalidateQueries({ queryKey: [MEETINGS_KEY] })
      onClose()
    } catch (error) {
      setProblem(reasonOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={TEXT.cancelTitle(meeting.subject)} size={440} centered>
      <div className={styles.form}>
        <p>{TEXT.cancelLead}</p>
        {meeting.repeats === null ? null : <Scope scope={scope} onChange={setScope} />}
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.back}
          </Button>
          <Button color="red" loading={isBusy} onClick={() => void cancel()}>
            {TEXT.cancelDo}
          </Button>
        </FormActions>
      </div>
    </Modal>
  )
}
