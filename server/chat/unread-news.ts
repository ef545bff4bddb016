import type { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { memberIDs } from './access.ts'
import type { ChatPublisher } from './publisher.ts'
import { publishUnreadCounts } from './reading.ts'

/**
 * How long after a message its conversation's members are told how many they haven't read, in
 * milliseconds (ours): a few pictures of a screen, in which the message itself is drawn.
 */
const UNREAD_NEWS_MS = 60

interface NewsParts {
  readonly db: Database
  readonly hub: Pick<ChatPublisher, 'countedUserIDs' | 'unreadCount'>
  readonly background: Pick<Background, 'runAfter'>
}

/**
 * Tells people how many messages they haven't read, a moment after some came: what they look at, the
 * message itself, goes first, its sender doesn't wait for others' counts, and many messages are
 * counted once.
 */
export class UnreadNews {
  readonly #parts: NewsParts
  /** Who sent something that isn't told of yet, by conversation. */
  #senders = new Map<number, Set<number>>()

  constructor(parts: NewsParts) {
    this.#parts = parts
  }

  messageCame(threadID: number, senderID: number): void {
    void afterCommit(() => this.#note(threadID, senderID))
  }

  #note(threadID: number, senderID: number): void {
    if (this.#senders.size === 0) this.#parts.background.runAfter(UNREAD_NEWS_MS, () => this.#tell())
    const senders = this.#senders.get(threadID)
    if (senders) senders.add(senderID)
    else this.#senders.set(threadID, new Set([senderID]))
  }

  async #tell(): Promise<void> {
    const { db, hub } = this.#parts
    const news = this.#senders
    this.#senders = new Map()
    const members = new Set<number>()
    /** Those for whom something came that they didn't write themselves. */
    const others = new Set<number>()
    for (const [threadID, senders] of news)
      for (const userID of await memberIDs(db, threadID)) {
        members.add(userID)
        if (senders.size > 1 || !senders.has(userID)) others.add(userID)
      }
    await publishUnreadCounts(db, hub, [...members], others)
  }
}
