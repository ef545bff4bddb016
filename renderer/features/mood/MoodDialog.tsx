import './mantine-styles.ts'
import { Button, Checkbox, Modal, Tabs, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MOOD_COMMENTS_MAX } from '#shared/domain/mood.ts'
import { useServices } from '../../services/context.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './MoodDialog.module.css'
import { MoodPicker } from './MoodPicker.tsx'
import { MoodTrend } from './MoodTrend.tsx'
import { useSendMood } from './send-mood.ts'
import { MOOD_TEXT } from './text.ts'

/** Asks how the person feels, from 1 (sad) to 5 (happy), and shows them how they felt (spec 3 §3). */
export function MoodDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [tab, setTab] = useState<string | null>('now')
  return (
    <Modal opened={opened} onClose={onClose} title={MOOD_TEXT.title} centered closeOnClickOutside={false}>
      <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
        <Tabs.List grow>
          <Tabs.Tab value="now">{MOOD_TEXT.now}</Tabs.Tab>
          <Tabs.Tab value="trend">{MOOD_TEXT.trend}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="now" className={styles.panel}>
          <MoodForm onDone={onClose} />
        </Tabs.Panel>
        <Tabs.Panel value="trend" className={styles.panel}>
          {tab === 'trend' ? <MoodTrend /> : null}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

function MoodForm({ onDone }: { onDone: () => void }) {
  const { notices } = useServices()
  const [moodValue, setMood] = useState<number | null>(null)
  const [comments, setComments] = useState('')
  const [isShared, setShared] = useState(false)
  const { send, sending, problem } = useSendMood(() => {
    notices.show('success', MOOD_TEXT.thanks)
    onDone()
  })
  return (
    <div className={styles.form}>
      <p className={styles.lead}>{MOOD_TEXT.lead}</p>
      <MoodPicker value={moodValue} onPick={setMood} />
      <Textarea
        label={MOOD_TEXT.comments}
        placeholder={MOOD_TEXT.optional}
        rows={3}
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
      <FormActions>
        <Button variant="default" onClick={onDone}>
          {MOOD_TEXT.later}
        </Button>
        <Button
          disabled={moodValue === null}
          loading={sending}
          onClick={() =>
            moodValue === null ? undefined : void send({ moodValue, comments: comments.trim(), isShared })
          }
        >
          {MOOD_TEXT.submit}
        </Button>
      </FormActions>
    </div>
  )
}
