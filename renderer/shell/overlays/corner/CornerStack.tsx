import { Button } from '@mantine/core'
import { IconCalendarEvent, IconPhoneIncoming, IconPhoneOff, IconPhoneOutgoing } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { meetingRole } from '../../../services/calls/meetings.ts'
import { useServices, useSession } from '../../../services/context.tsx'
import { useLive } from '../../../services/live.tsx'
import { FLOATING_CARDS_ID, reserveEnd } from '../../../ui/reserved-end.ts'
import styles from './CornerStack.module.css'
import { CORNER_TEXT, timeOf } from './text.ts'

/**
 * What happens beside the work: calls first, then meetings, then news, and the cards that somebody put
 * aside. Nothing here takes the focus. The page keeps its end free for it, so that none of it can lie on
 * a control that can't be scrolled away from under it.
 */
export function CornerStack({ children }: { children: ReactNode }) {
  const stack = useRef<HTMLDivElement>(null)
  useEffect(() => (stack.current ? reserveEnd(stack.current) : undefined), [])
  return (
    <div className={styles.corner}>
      <div ref={stack} className={styles.stack}>
        <div aria-live="assertive" className={styles.live}>
          <IncomingCall />
          <MeetingStarts />
        </div>
        <div aria-live="polite" className={styles.live}>
          <Ringing />
          <QuestNews />
        </div>
        {children}
        <div id={FLOATING_CARDS_ID} className={styles.live} />
      </div>
    </div>
  )
}

function IncomingCall() {
  const { calls } = useLive()
  const incoming = useStore(calls.store, (state) => state.incoming)
  const answering = useStore(calls.store, (state) => state.answering)
  if (!incoming) return null
  return (
    <CornerCard
      label={CORNER_TEXT.incoming}
      icon={<IconPhoneIncoming size={22} stroke={1.8} />}
      pulsing
      title={incoming.name}
      text={CORNER_TEXT.calls(incoming.title)}
      actions={
        <>
          <Button color="pine" loading={answering} onClick={() => void calls.accept()}>
            {CORNER_TEXT.accept}
          </Button>
          <Button variant="default" disabled={answering} onClick={calls.decline}>
            {CORNER_TEXT.decline}
          </Button>
        </>
      }
    />
  )
}

function Ringing() {
  const { calls } = useLive()
  const ringing = useStore(calls.store, (state) => state.ringing)
  if (ringing.length === 0) return null
  return (
    <CornerCard
      label={CORNER_TEXT.ringing}
      icon={<IconPhoneOutgoing size={22} stroke={1.8} />}
      pulsing
      title={CORNER_TEXT.ringing}
      text={
        <ul className={styles.people}>
          {ringing.map(({ name, status }) => (
            <li key={name}>
              <span>{name}</span>
              <span className={styles.status}>{CORNER_TEXT.status[status]}</span>
            </li>
          ))}
        </ul>
      }
      actions={
        <Button
          color="red.9"
          leftSection={<IconPhoneOff size={17} aria-hidden="true" />}
          onClick={calls.hangUp}
        >
          {CORNER_TEXT.hangUp}
        </Button>
      }
    />
  )
}

function MeetingStarts() {
  const { calls } = useLive()
  const alert = useStore(calls.store, (state) => state.alert)
  const role = useSession(({ permissions }) => meetingRole(permissions))
  if (!alert) return null
  return (
    <CornerCard
      label={CORNER_TEXT.meetingStarts}
      icon={<IconCalendarEvent size={22} stroke={1.8} />}
      title={alert.title}
      text={CORNER_TEXT.meetingAt(timeOf(alert.time), role)}
      actions={
        <>
          <Button onClick={calls.joinAlerted}>{CORNER_TEXT.join}</Button>
          <Button variant="default" onClick={calls.dismissAlert}>
            {CORNER_TEXT.notNow}
          </Button>
        </>
      }
    />
  )
}

/** News can wait: until no call, meeting, alert, question or dialog has the person. */
function useIsBusy(): boolean {
  const { prompts, dialogs } = useServices()
  const { alerts, calls, meetings } = useLive()
  const called = useStore(calls.store, ({ incoming, ringing, alert }) => {
    return incoming !== null || ringing.length > 0 || alert !== null
  })
  const alerted = useStore(alerts.store, ({ length }) => length > 0)
  const asked = useStore(prompts.store, ({ length }) => length > 0)
  const met = useStore(meetings.store, (meeting) => meeting !== null)
  const inDialog = useStore(dialogs.store, (all) => all.some(({ opened }) => opened))
  return called || alerted || asked || met || inDialog
}

function QuestNews() {
  const { quests } = useLive()
  const [first, ...rest] = useStore(quests.store)
  const busy = useIsBusy()
  if (!first || busy) return null
  return (
    <CornerCard
      label={CORNER_TEXT.quest}
      icon={<span className={styles.emoji}>{first.icon}</span>}
      title={CORNER_TEXT.quest}
      text={
        <>
          {first.message}
          <time className={styles.time} dateTime={first.time}>
            {timeOf(first.time)}
          </time>
        </>
      }
      actions={
        <Button variant="default" onClick={quests.dismiss}>
          {rest.length === 0 ? CORNER_TEXT.great : CORNER_TEXT.next(rest.length)}
        </Button>
      }
    />
  )
}

interface CornerCardProps {
  /** What it is, for who listens. */
  readonly label: string
  readonly icon: ReactNode
  /** It waits for somebody. */
  readonly pulsing?: boolean
  readonly title: string
  readonly text: ReactNode
  readonly actions: ReactNode
}

/** One thing that happens beside the work. */
function CornerCard({ label, icon, pulsing = false, title, text, actions }: CornerCardProps) {
  return (
    <section className={styles.card} aria-label={label}>
      <span className={styles.icon} data-pulsing={pulsing} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <div className={styles.text}>{text}</div>
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
