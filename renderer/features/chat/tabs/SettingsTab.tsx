import { Button } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useState } from 'react'
import { archiveThreadMessages } from '#shared/contract/chat-threads.ts'
import { useServices } from '../../../services/context.tsx'
import { useChat, useChatState } from '../chat-context.tsx'
import { GroupEditor } from '../people/GroupEditor.tsx'
import { threadOf } from '../store/core.ts'
import type { ThreadKey } from '../store/state.ts'
import styles from './Tabs.module.css'
import { TEXT } from './text.ts'

/** What the admins of a group can do with it (spec 2 §6). */
export function SettingsTab({ threadKey }: { threadKey: ThreadKey }) {
  const thread = useChatState((state) => threadOf(state, threadKey))
  const { busy, archive } = useArchive(threadKey)
  if (!thread?.isGroup || !thread.isAdmin) return null
  return (
    <div className={styles.settings}>
      <GroupEditor threadKey={threadKey} />
      <section className={styles.setting}>
        <div>
          <h3>{TEXT.archiveMessages}</h3>
          <p>{TEXT.archiveMessagesWhat}</p>
        </div>
        <Button
          variant="default"
          leftSection={<IconArchive size={16} stroke={1.8} aria-hidden="true" />}
          loading={busy}
          onClick={() => void archive(thread.displayLabel)}
        >
          {TEXT.archiveMessages}
        </Button>
      </section>
    </div>
  )
}

/** Puts the messages away after a question; the conversation then shows what is left of it. */
function useArchive(threadKey: ThreadKey) {
  const chat = useChat<'forgetMessageLists' | 'retry' | 'store'>()
  const { api, prompts, notices } = useServices()
  const [busy, setBusy] = useState(false)
  const archive = async (name: string) => {
    const thread = threadOf(chat.store.getState(), threadKey)
    const question = { title: TEXT.archiveMessages, text: TEXT.archiveMessagesAsk(name) }
    if (!thread || !(await prompts.ask(question))) return
    setBusy(true)
    try {
      const { source, sourceID } = thread
      await api.call(archiveThreadMessages, { source, sourceID })
      notices.show('success', TEXT.messagesArchived)
      chat.forgetMessageLists(threadKey)
      chat.retry(threadKey)
    } catch {
      // The notice has said it.
    } finally {
      setBusy(false)
    }
  }
  return { busy, archive }
}
