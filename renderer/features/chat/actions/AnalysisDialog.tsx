import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ChatMessage, ChatThread, MessageAnalysis } from '#shared/contract/chat-entities.ts'
import { analyseMessage } from '#shared/contract/chat-messages.ts'
import { useServices } from '../../../services/context.tsx'
import { reasonOf } from '../../../services/http/api-client.ts'
import { Problem } from '../../../ui/Problem.tsx'
import type { ChatDialogProps } from '../dialogs/dialog-props.ts'
import { QuotedMessage } from './ConfirmDialog.tsx'
import styles from './Dialogs.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { TEXT } from './text.ts'

/** What there is to know about a message: its size, its answers, its readers (spec 2 §2). */
export function AnalysisDialog({ dialog, onClose }: ChatDialogProps<'analysis'>) {
  return (
    <MessageDialog title={TEXT.analysis} dialog={dialog} onClose={onClose}>
      {({ message, thread }) => (
        <>
          <QuotedMessage message={message} />
          <Analysis message={message} thread={thread} />
        </>
      )}
    </MessageDialog>
  )
}

function Analysis({ message, thread }: { message: ChatMessage; thread: ChatThread }) {
  const { api } = useServices()
  const { source, sourceID } = thread
  const analysis = useQuery({
    queryKey: ['chat-message-analysis', message.id],
    gcTime: 0,
    queryFn: ({ signal }) =>
      api.call(analyseMessage, { id: message.id, source, sourceID }, { quiet: true, signal }),
  })
  if (analysis.isPending) return <Loader size="sm" aria-label={TEXT.analysis} />
  if (analysis.isError) return <Problem>{reasonOf(analysis.error)}</Problem>
  return (
    <dl className={styles.facts}>
      {factsOf(analysis.data).map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(found: MessageAnalysis): readonly (readonly [string, string | number])[] {
  const { facts } = TEXT
  const { firstReplyMinutes } = found
  return [
    [facts.readers, TEXT.ofAudience(found.readers, found.audience)],
    [facts.replies, found.replies],
    [facts.firstReply, firstReplyMinutes === null ? TEXT.none : TEXT.minutes(firstReplyMinutes)],
    [facts.reactions, found.reactions],
    [facts.words, found.words],
    [facts.characters, found.characters],
    [facts.links, found.links],
    [facts.mentions, found.mentions.length === 0 ? 0 : found.mentions.join(', ')],
  ]
}
