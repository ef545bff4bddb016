import type { ChatPerson } from '../store/state.ts'
import { TEXT } from './text.ts'

/** What stands beside a member's name: that it is oneself, or somebody who left the company. */
export function memberNote({ userID, hasLeft }: ChatPerson, myID: number | null): string | undefined {
  if (userID === myID) return TEXT.you
  return hasLeft ? TEXT.left : undefined
}
