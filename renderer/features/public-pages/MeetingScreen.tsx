import { Button, TextInput } from '@mantine/core'
import { IconCalendarEvent, IconCalendarPlus, IconVideo } from '@tabler/icons-react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { answerMeeting, openMeeting } from '#shared/contract/public-pages.ts'
import { calendarFile } from '#shared/domain/calendar-file.ts'
import { LOCALE } from '#shared/domain/locale.ts'
import type { MeetingAnswer } from '#shared/domain/meetings.ts'
import { useServices } from '../../services/context.tsx'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Problem } from '../../ui/Problem.tsx'
import { loadVisitorRoom } from '../meetings/index.ts'
import { LinkPage } from '../public-links/index.ts'
import { longDay, timeOfDay } from './dates.ts'
import { DonePage, LinkScreen, type OpenLink } from './LinkScreen.tsx'
import styles from './PublicPages.module.css'
import { MEETING_TEXT } from './text.ts'
import { useDraft } from './use-draft.ts'
import { useSend } from './use-send.ts'

const VisitorRoom = lazyCode(loadVisitorRoom)

type Meeting = ResponseOf<typeof openMeeting>
const DONE: Readonly<Record<MeetingAnswer, string>> = {
  COMING: MEETING_TEXT.doneComing,
  TENTATIVE: MEETING_TEXT.doneMaybe,
  NOT_COMING: MEETING_TEXT.doneNot,
}

/** /public/user-meeting/{token} (spec 1 §2.1): an invitation, the guest's answer to it, and the room itself. */
export function MeetingScreen() {
  return <LinkScreen call={openMeeting}>{(link) => <Invitation {...link} />}</LinkScreen>
}

function Invitation({ value: meeting, token, onDead }: OpenLink<Meeting>) {
  const { values, set } = useDraft(token)
  const { busy, problem, setProblem, send } = useSend(answerMeeting, onDead)
  const [answer, setAnswer] = useState<MeetingAnswer | null>(null)
  const [isIn, setIn] = useState(false)
  const [said, setSaid] = useState('')
  const { name = '' } = values

  const reply = async (wanted: MeetingAnswer) => {
    if (name.trim() === '') return setProblem(MEETING_TEXT.noName)
    const more = wanted === 'TENTATIVE' ? { answer: wanted } : {}
    if (await send({ token, name, isComing: wanted === 'COMING', ...more })) setAnswer(wanted)
  }

  const join = () => {
    if (name.trim() === '') return setProblem(MEETING_TEXT.noName)
    setProblem('')
    setIn(true)
  }
  const leave = useCallback(
    (isEnded: boolean) => {
      setIn(false)
      if (isEnded) onDead('expired')
      else setSaid(MEETING_TEXT.left)
    },
    [onDead],
  )

  if (isIn) {
    return (
      <main className={styles.room}>
        <h1 className="visually-hidden">{meeting.subject}</h1>
        <Suspense>
          <VisitorRoom
            {...{ token, name: name.trim(), meetingID: meeting.meetingID, subject: meeting.subject }}
            onLeave={leave}
          />
        </Suspense>
      </main>
    )
  }
  if (answer !== null) {
    return (
      <DonePage title={DONE[answer]}>
        <p>{MEETING_TEXT.told(meeting.host)}</p>
        {answer === 'NOT_COMING' ? null : <When {...meeting} />}
        <div className={styles.actions}>
          <Button size="md" variant="default" onClick={() => setAnswer(null)}>
            {MEETING_TEXT.change}
          </Button>
          {answer === 'NOT_COMING' ? null : <CalendarButton meeting={meeting} />}
        </div>
      </DonePage>
    )
  }
  return (
    <LinkPage icon={<IconCalendarEvent size={28} />} title={meeting.subject}>
      <p>{MEETING_TEXT.host(meeting.host)}</p>
      <When {...meeting} />
      {meeting.agenda === '' ? null : (
        <section>
          <h2 className={styles.heading}>{MEETING_TEXT.agenda}</h2>
          <p className={styles.prose}>{meeting.agenda}</p>
        </section>
      )}
      <TextInput
        size="md"
        label={MEETING_TEXT.name}
        autoComplete="name"
        maxLength={200}
        value={name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <p role="status">{said}</p>
      <div className={styles.actions}>
        <Button size="md" variant="default" disabled={busy} onClick={() => void reply('NOT_COMING')}>
          {MEETING_TEXT.notComing}
        </Button>
        <Button size="md" variant="default" disabled={busy} onClick={() => void reply('TENTATIVE')}>
          {MEETING_TEXT.maybe}
        </Button>
        <Button size="md" variant="default" loading={busy} onClick={() => void reply('COMING')}>
          {MEETING_TEXT.coming}
        </Button>
        <Button size="md" leftSection={<IconVideo size={18} />} onClick={join}>
          {MEETING_TEXT.join}
        </Button>
      </div>
    </LinkPage>
  )
}

function When({ startsAt, minutes }: Meeting) {
  const month = new Intl.DateTimeFormat(LOCALE, { month: 'short' }).format(new Date(startsAt))
  return (
    <div className={styles.when}>
      <span className={styles.leaf} aria-hidden="true">
        <b>{month}</b>
        {new Date(startsAt).getDate()}
      </span>
      <span>
        <strong>
          <time dateTime={startsAt}>{longDay(startsAt)}</time>
        </strong>
        {timeOfDay(startsAt)}, {MEETING_TEXT.minutes(minutes)}
      </span>
    </div>
  )
}

function CalendarButton({ meeting }: { meeting: Meeting }) {
  const { now } = useServices()
  const href = useMemo(
    () => `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(meeting, now()))}`,
    [meeting, now],
  )
  return (
    <Button
      component="a"
      size="md"
      href={href}
      download="meeting.ics"
      leftSection={<IconCalendarPlus size={18} />}
    >
      {MEETING_TEXT.calendar}
    </Button>
  )
}
