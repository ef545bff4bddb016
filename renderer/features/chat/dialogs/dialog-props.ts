import type { ChatDialog } from '../store/state.ts'

/**
 * What every dialog of the chat is given. Beside `ChatDialogs.tsx`, which fetches them all, this would tie
 * each of them to all the others.
 */
export interface ChatDialogProps<Kind extends ChatDialog['kind'] = ChatDialog['kind']> {
  readonly dialog: ChatDialog & { readonly kind: Kind }
  readonly onClose: () => void
}
