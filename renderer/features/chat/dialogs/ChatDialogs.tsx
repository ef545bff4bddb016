import { type ComponentType, type LazyExoticComponent, lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import type { ChatStore } from '../store/chat-store.ts'
import type { ChatDialog } from '../store/state.ts'

export interface ChatDialogProps<Kind extends ChatDialog['kind'] = ChatDialog['kind']> {
  readonly dialog: ChatDialog & { readonly kind: Kind }
  readonly onClose: () => void
}

type Registry = {
  readonly [Kind in ChatDialog['kind']]?: LazyExoticComponent<ComponentType<ChatDialogProps<Kind>>>
}

/** Each dialog of the chat, in a chunk of its own. */
const DIALOGS: Registry = {
  'new-group': lazy(async () => ({ default: (await import('../people/NewGroupDialog.tsx')).NewGroupDialog })),
  'file-send': lazy(async () => ({
    default: (await import('../uploads/FileSendDialog.tsx')).FileSendDialog,
  })),
  gif: lazy(async () => ({ default: (await import('../gifs/GifDialog.tsx')).GifDialog })),
  'customer-message': lazy(async () => ({
    default: (await import('./CustomerMessageDialog.tsx')).CustomerMessageDialog,
  })),
  'add-topic': lazy(async () => ({ default: (await import('../topics/AddTopicDialog.tsx')).AddTopicDialog })),
  'topic-chat': lazy(async () => ({
    default: (await import('../topics/TopicChatDialog.tsx')).TopicChatDialog,
  })),
  'new-poll': lazy(async () => ({
    default: (await import('../shared-things/NewPollDialog.tsx')).NewPollDialog,
  })),
  poll: lazy(async () => ({ default: (await import('../shared-things/PollDialog.tsx')).PollDialog })),
  'new-document': lazy(async () => ({
    default: (await import('../shared-things/NewDocumentDialog.tsx')).NewDocumentDialog,
  })),
  document: lazy(async () => ({
    default: (await import('../shared-things/DocumentDialog.tsx')).DocumentDialog,
  })),
  edit: lazy(async () => ({ default: (await import('../actions/EditDialog.tsx')).EditDialog })),
  delete: lazy(async () => ({ default: (await import('../actions/DeleteDialog.tsx')).DeleteDialog })),
  'delivery-stats': lazy(async () => ({ default: (await import('../actions/StatsDialog.tsx')).StatsDialog })),
  analysis: lazy(async () => ({ default: (await import('../actions/AnalysisDialog.tsx')).AnalysisDialog })),
  revoke: lazy(async () => ({ default: (await import('../actions/RevokeDialog.tsx')).RevokeDialog })),
  'quick-task': lazy(async () => ({
    default: (await import('../actions/QuickTaskDialog.tsx')).QuickTaskDialog,
  })),
  image: lazy(async () => ({ default: (await import('../previews/ImageDialog.tsx')).ImageDialog })),
  preview: lazy(async () => ({ default: (await import('../previews/PreviewDialog.tsx')).PreviewDialog })),
}

/** The dialogs that are open, over whatever screen shows a conversation: one, or one over a topic's conversation. */
export function ChatDialogs({ chat }: { readonly chat: ChatStore }) {
  const dialog = useStore(chat.store, (state) => state.dialog)
  const below = useStore(chat.store, (state) => state.dialogBelow)
  return [below, dialog].map((one) => {
    const Dialog = one && (DIALOGS[one.kind] as ComponentType<ChatDialogProps> | undefined)
    return Dialog ? (
      <Suspense key={nameOf(one)}>
        <Dialog dialog={one} onClose={chat.closeDialog} />
      </Suspense>
    ) : null
  })
}

/** What tells a dialog from another: a topic's conversation is the same one with and without a dialog over it. */
function nameOf(dialog: ChatDialog): string {
  const thread = 'thread' in dialog ? dialog.thread : ''
  const id = 'id' in dialog ? dialog.id : 'messageID' in dialog ? dialog.messageID : ''
  return `${dialog.kind}/${thread}/${id}`
}
