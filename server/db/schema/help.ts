import type { ColumnType, Generated } from 'kysely'
import type { Time } from './time.ts'

/** Null until it was first changed on its page. */
type Later<T> = ColumnType<T | null, T | null | undefined>

/** Guided tours; `payload` is JSON (domain/tours.ts). */
export interface TourTable {
  id: Generated<number>
  payload: string
  name: Generated<string>
  /** As that of a question. */
  audience: Generated<string>
  version: Generated<number>
  /** Stops, and those of them whose target isn't in the menu; both come from the payload. */
  stops: Generated<number>
  lost: Generated<number>
  changedBy: Later<number>
  changedAt: Later<Time>
}

/** A question with its answer, for certain people (spec 5 §5.13). */
export interface FaqArticleTable {
  id: Generated<number>
  question: string
  answer: string
  category: string
  /** A JSON list of permissions: people with any of them see it; everybody where it is empty. */
  audience: string
  /** Its place in the category. */
  place: number
  state: 'DRAFT' | 'PUBLISHED'
  version: number
  updatedAt: Time
  changedBy: Later<number>
  changedAt: Later<Time>
}

/** How often somebody opened a question, and what they thought of it. */
export interface FaqReadingTable {
  articleID: number
  userID: number
  views: number
  lastAt: Time
  /** 1 or 0; null while they didn't say. */
  helpful: number | null
}

/** Somebody's search without a result, once a day; the term as it is compared. */
export interface FaqMissTable {
  term: string
  userID: number
  /** YYYY-MM-DD in London. */
  day: string
  at: Time
}

/** Who went to the end of a tour, and when first. */
export interface TourFinishTable {
  tourID: number
  userID: number
  finishedAt: Time
}

/** Who is told of the tickets of a team; its name is one of the setting 'help.teams'. */
export interface TicketTeamMemberTable {
  team: string
  userID: number
  addedAt: Time
}
