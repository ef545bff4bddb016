import { GROUP_NAME_MAX } from '#shared/contract/chat-threads.ts'
import { TEXT } from './text.ts'

/** With fewer others it would be a conversation between two. Ours. */
export const GROUP_PEOPLE_MIN = 2

/** What is wrong with a group's name; undefined where nothing is. */
export function nameProblem(name: string): string | undefined {
  const length = name.trim().length
  if (length === 0) return TEXT.nameNeeded
  return length > GROUP_NAME_MAX ? TEXT.nameTooLong(GROUP_NAME_MAX) : undefined
}

/** What is wrong with the people of a new group, besides its maker; undefined where nothing is. */
export function peopleProblem(count: number): string | undefined {
  return count < GROUP_PEOPLE_MIN ? TEXT.peopleNeeded : undefined
}
