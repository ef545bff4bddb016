import { Button, Modal, Textarea } from '@mantine/core'
import {
  IconMoodConfuzed,
  IconMoodEmpty,
  IconMoodHappy,
  IconMoodSad,
  IconMoodSmile,
} from '@tabler/icons-react'
import { useState } from 'react'
import { submitMood } from '#shared/contract/well-being.ts'
import { MOOD_COMMENTS_MAX, MOODS } from '#shared/domain/mood.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { Problem } from '../../ui/Problem.tsx'
import styles from './MoodDialog.module.css'
import { MOOD_TEXT } from './text.ts'

const FACES = [IconMoodSad, IconMoodConfuzed, IconMoodEmpty, IconMoodSmile, IconMoodHappy]

/** Asks how the person feels, from 1 (sad) to 5 (happy), and sends it (spec 3 §3). */
export function MoodDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={MOOD_TEXT.title}
      centered
      closeOnClickOutside={false}
      classNames={{ title: styles.title }}
    >
      <MoodForm onDone={onClose} />
    </Modal>
  )
}

function MoodForm({ onDone }: { onDone: () => void }) {
  const [mood, setMood] = useState<number | null>(null)
  const [comments, setComments] = useState('')
  const { send, sending, problem } = useSendMood(onDone)
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{MOOD_TEXT.lead}</p>
      <fieldset className={styles.moods}>
        <legend className="visually-hidden">{MOOD_TEXT.question}</legend>
        {MOODS.map(({ value, label }, place) => {
          const Face = FACES[place] ?? IconMoodEmpty
          return (
            <label key={value} className={styles.mood} data-mood={value}>
              <input
                className="visually-hidden"
                type="radio"
                name="mood"
                value={value}
                checked={mood === value}
                onChange={() => setMood(value)}
              />
              <Face size={38} stroke={1.5} aria-hidden="true" />
              <span>{label}</span>
            </label>
          )
        })}
      </fieldset>
      <Textarea
        label={MOOD_TEXT.comments}
        placeholder={MOOD_TEXT.optional}
        rows={3}
        maxLength={MOOD_COMMENTS_MAX}
        value={comments}
        onChange={(event) => setComments(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button variant="default" onClick={onDone}>
          {MOOD_TEXT.later}
        </Button>
        <Button
          disabled={mood === null}
          loading={sending}
          onClick={() => (mood === null ? undefined : void send(mood, comments.trim()))}
        >
          {MOOD_TEXT.submit}
        </Button>
      </div>
    </div>
  )
}

function useSendMood(onDone: () => void) {
  const { api, notices, session } = useServices()
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (moodValue: number, comments: string) => {
    const { user } = session.store.getState()
    if (!user) return
    setSending(true)
    setProblem(null)
    try {
      await api.call(submitMood, { moodValue, comments, userID: user.id }, { quiet: true })
      notices.show('success', MOOD_TEXT.thanks)
      onDone()
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setSending(false)
    }
  }
  return { send, sending, problem }
}
