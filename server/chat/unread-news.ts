import type { Background } from '../background.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { ChatPublisher } from './publisher.ts'
import { publishUnreadCounts } from './reading.ts'

/**
 * How long after a message its conversation's members are told their unread counts, in milliseconds (ours). A
 * few frames, in which the message itself is drawn.
 */
const UNREAD_NEWS_MS = 60

interface NewsParts {
  readonly db: Database
  readonly hub: Pick<ChatPublisher, 'countedUserIDs' | 'unreadCount'>
  readonly background: Pick<Background, 'runAfter'>
}

/**
 * Tells people their unread counts a moment after messages came. So the message itself comes first, its
 * sender doesn't wait for others' counts, and many messages are counted once.
 */
export class UnreadNews {
  readonly #parts: NewsParts
  /** Senders of messages that nobody was told of yet, by conversation. */
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
    if (hub.countedUserIDs.size === 0) return
    const members = new Set<number>()
    /** People for whom there is a message that they didn't write. */
    const others = new Set<number>()
    const rows = await db
      .selectFrom('threadMembers')
      .select(['threadID', 'userID'])
      .where('threadID', 'in', [...news.keys()])
      .execute()
    for (const { threadID, userID } of rows) {
      const senders = news.get(threadID)
      if (!hub.countedUserIDs.has(userID) || !senders) continue
      members.add(userID)
      if (senders.size > 1 || !senders.has(userID)) others.add(userID)
    }
    await publishUnreadCounts(db, hub, [...members], others)
  }
}

/** How far back messages may be whose counts a server that died hadn't told, in milliseconds: its lease, and clocks. */
export const UNTOLD_MS = 60_000

/**
 * Tells their unread counts to the members of conversations with recent messages: the server that took them died
 * maybe before it did. It is no news to those who were told.
 * @param since in milliseconds since 1970
 */
export async function tellCountsSince(
  { db, hub }: Pick<NewsParts, 'db' | 'hub'>,
  since: number,
): Promise<void> {
  const members = await db
    .selectFrom('threadMembers')
    .select('userID')
    .distinct()
    .where('threadID', 'in', (messages) =>
      messages.selectFrom('messages').select('threadID').where('entryTime', '>=', since),
    )
    .execute()
  await publishUnreadCounts(
    db,
    hub,
    members.map(({ userID }) => userID),
  )
}
