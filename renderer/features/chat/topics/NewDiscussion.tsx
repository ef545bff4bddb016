import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChat } from '../chat-context.tsx'
import type { ThreadKey } from '../store/state.ts'
import { TOPIC_NAME_MAX } from '../store/tabs/topics.ts'
import styles from './Topics.module.css'
import { TEXT } from './text.ts'

interface NewDiscussionProps {
  readonly threadKey: ThreadKey
  /** The message that it grows out of. */
  readonly messageID?: number
  readonly suggestion?: string
}

/** Begins a topic and opens it. Without a text it does nothing (spec 2 §5); what is typed stays where it fails. */
export function NewDiscussion({ threadKey, messageID, suggestion = '' }: NewDiscussionProps) {
  const chat = useChat<'createTopic' | 'openDialog'>()
  const [name, setName] = useState(suggestion)
  const [busy, setBusy] = useState(false)
  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || name.trim() === '') return
    setBusy(true)
    const topic = await chat.createTopic(threadKey, name, messageID)
    setBusy(false)
    if (!topic) return
    setName('')
    chat.openDialog({ kind: 'topic-chat', thread: threadKey, id: topic.id })
  }
  return (
    <form className={styles.new} onSubmit={(event) => void start(event)}>
      <TextInput
        data-autofocus
        className={styles.name ?? ''}
        aria-label={TEXT.newDiscussion}
        placeholder={TEXT.newDiscussionAbout}
        maxLength={TOPIC_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy} disabled={name.trim() === ''}>
        {TEXT.startDiscussion}
      </Button>
    </form>
  )
}
