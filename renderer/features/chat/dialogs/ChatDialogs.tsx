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
}

/** The dialog that is open, over whatever screen shows a conversation. */
export function ChatDialogs({ chat }: { readonly chat: ChatStore }) {
  const dialog = useStore(chat.store, (state) => state.dialog)
  if (!dialog) return null
  const Dialog = DIALOGS[dialog.kind] as ComponentType<ChatDialogProps> | undefined
  return Dialog ? (
    <Suspense>
      <Dialog dialog={dialog} onClose={chat.closeDialog} />
    </Suspense>
  ) : null
}
