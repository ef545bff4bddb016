import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { ChatAssistant } from './assistant/chat-assistant.ts'
import type { StreamTokens } from './files/stream-tokens.ts'
import type { GifProvider } from './gifs/gif-provider.ts'
import type { OutsideChat } from './outside-chat.ts'
import type { ChatPublisher } from './publisher.ts'

/** What the areas of the chat work with. */
export interface ChatParts {
  readonly db: Database
  readonly clock: Clock
  /** Publishes what happens. */
  readonly hub: ChatPublisher
  readonly files: FileStore
  readonly streams: StreamTokens
  /** Null where none is configured. */
  readonly assistant: ChatAssistant | null
  readonly gifs: GifProvider
  /** What the connection adaptors say instead; absent where there are none. */
  readonly outside?: OutsideChat | undefined
  readonly outbox: Pick<Outbox, 'post'>
}
