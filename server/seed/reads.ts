import type { SeedMessage } from './conversation.ts'
import { WORK_ACCOUNTS } from './demo-accounts.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import { MINUTE } from './timeline.ts'

const DEMO_USER_NAMES = new Set(WORK_ACCOUNTS.map((account) => account.userName))

/** How far a member has read. */
interface ReadPosition {
  readonly messageID: number
  readonly at: number | null
}

/** Most have read all, some are a few messages behind, few a lot. */
function behind(random: Random): number {
  const drawn = random.next()
  if (drawn < 0.7) return 0
  return drawn < 0.92 ? random.int(1, 6) : random.int(7, 60)
}

/**
 * How far somebody has read a conversation's messages (oldest first), at least up to their own
 * newest. The demo accounts have read all but the endings.
 */
export function readPosition(
  random: Random,
  person: Person,
  messages: readonly SeedMessage[],
  now: number,
): ReadPosition {
  const own = messages.findLastIndex((message) => message.author === person.id)
  const read = DEMO_USER_NAMES.has(person.userName)
    ? messages.findLastIndex((message) => !message.isEnding)
    : messages.length - 1 - behind(random)
  const message = messages[Math.max(own, read)]
  if (!message) return { messageID: 0, at: null }
  return { messageID: message.id, at: Math.min(now, message.time + random.int(0, 30) * MINUTE) }
}
