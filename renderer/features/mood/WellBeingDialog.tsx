import './mantine-styles.ts'
import { Button, Checkbox, Modal, Textarea } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { SYSTEM_USER_LABEL } from '#shared/domain/chat.ts'
import { MOOD_COMMENTS_MAX, MOODS } from '#shared/domain/mood.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { UserAvatar } from '../../ui/UserAvatar.tsx'
import { MoodPicker } from './MoodPicker.tsx'
import { useSendMood } from './send-mood.ts'
import { MOOD_TEXT, WELL_BEING_TEXT } from './text.ts'
import styles from './WellBeing.module.css'

interface WellBeingDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly params: DialogParams['well-being']
}

/** The well-being check as a chat with SAM; where it is required it can't be closed unanswered (spec 3 §2). */
export function WellBeingDialog({ opened, onClose, params }: WellBeingDialogProps) {
  const [isOver, setOver] = useState(false)
  const mayClose = isOver || !params.isRequired
  return (
    <Modal
      opened={opened}
      onClose={mayClose ? onClose : () => {}}
      title={WELL_BEING_TEXT.title}
      centered
      closeOnClickOutside={false}
      withCloseButton={mayClose}
    >
      {opened ? <Check timeoutSeconds={params.timeoutSeconds} onOver={setOver} onClose={onClose} /> : null}
    </Modal>
  )
}

interface CheckProps {
  readonly timeoutSeconds: number
  /** Told whether the check is at its end. */
  readonly onOver: (isOver: boolean) => void
  readonly onClose: () => void
}

type Stage = 'asking' | 'sent' | 'timed-out'

/** Greeting, one mood, its reply, free text, submit (spec 3 §4). Each act of the person's begins the time anew. */
function Check({ timeoutSeconds, onOver, onClose }: CheckProps) {
  const { notices } = useServices()
  const name = useSession(({ user }) => user?.displayName.split(' ')[0] ?? '')
  const [stage, setStage] = useState<Stage>('asking')
  const [moodValue, setMood] = useState<number | null>(null)
  const [comments, setComments] = useState('')
  const [isShared, setShared] = useState(false)
  // A check that comes once more begins anew, before it is seen.
  useLayoutEffect(() => onOver(false), [onOver])
  const enter = (next: Stage) => {
    setStage(next)
    onOver(next !== 'asking')
  }
  const { send, sending, problem } = useSendMood(() => {
    notices.show('success', WELL_BEING_TEXT.submitted)
    enter('sent')
  })
  const isWaiting = stage === 'asking' && !sending
  useTimeout(isWaiting ? timeoutSeconds : 0, `${moodValue} ${isShared} ${comments}`, () => enter('timed-out'))
  const mood = MOODS.find(({ value }) => value === moodValue)
  return (
    <div className={styles.check}>
      <div className={styles.log} role="log" aria-label={WELL_BEING_TEXT.log}>
        <Said>{WELL_BEING_TEXT.greeting(name)}</Said>
        {mood ? (
          <>
            <Said isOwn>{mood.label}</Said>
            <Said>
              {WELL_BEING_TEXT.reply[mood.value]} {stage === 'asking' ? WELL_BEING_TEXT.ask : null}
            </Said>
          </>
        ) : null}
        {stage === 'sent' ? (
          <>
            <Said isOwn>{comments.trim() || WELL_BEING_TEXT.none}</Said>
            <Said>{WELL_BEING_TEXT.thanks}</Said>
          </>
        ) : null}
        {stage === 'timed-out' ? <Said>{WELL_BEING_TEXT.timedOut}</Said> : null}
      </div>
      {stage === 'asking' && moodValue === null ? <MoodPicker value={null} onPick={setMood} /> : null}
      {stage === 'asking' && moodValue !== null ? (
        <>
          <Textarea
            label={WELL_BEING_TEXT.share}
            placeholder={MOOD_TEXT.optional}
            data-autofocus
            autosize
            minRows={2}
            maxRows={6}
            maxLength={MOOD_COMMENTS_MAX}
            value={comments}
            onChange={(event) => setComments(event.currentTarget.value)}
          />
          <Checkbox
            label={MOOD_TEXT.share}
            checked={isShared}
            onChange={(event) => setShared(event.currentTarget.checked)}
          />
          <Problem>{problem}</Problem>
          <Button
            loading={sending}
            onClick={() => void send({ moodValue, comments: comments.trim(), isShared })}
          >
            {MOOD_TEXT.submit}
          </Button>
        </>
      ) : null}
      {stage === 'asking' ? null : (
        <FormActions>
          {stage === 'timed-out' ? (
            <Button variant="default" onClick={() => enter('asking')}>
              {WELL_BEING_TEXT.again}
            </Button>
          ) : null}
          <Button onClick={onClose}>{WELL_BEING_TEXT.close}</Button>
        </FormActions>
      )}
    </div>
  )
}

function Said({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <div className={styles.said} data-own={isOwn}>
      {isOwn ? null : <UserAvatar name={SYSTEM_USER_LABEL} size={30} />}
      <p>{children}</p>
    </div>
  )
}

/** Calls back after so many seconds (0 for never) in which `act` stayed as it is. */
function useTimeout(seconds: number, act: string, onTimeout: () => void) {
  const { timers } = useServices()
  const latest = useRef(onTimeout)
  latest.current = onTimeout
  // biome-ignore lint/correctness/useExhaustiveDependencies: each act begins the time anew
  useEffect(() => {
    if (seconds > 0) return timers.after(seconds * 1000, () => latest.current())
  }, [seconds, act, timers])
}
