import { MOOD_APART_MS, MOOD_TREND_MS, type MoodQuestion } from '#shared/domain/mood.ts'
import type { Activities } from '../activity/activities.ts'
import { callOf } from '../activity/dialler.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'

/** Whoever doesn't work, or wasn't asked for long: how soon to look again, in milliseconds. */
const LOOK_AGAIN_MS = 15 * 60_000
/** Whoever is on a call: how soon to look again, in seconds. */
const CALL_SECONDS = 30
/** So long before the end of a shift nobody is asked any more. */
const LAST_MS = 10 * 60_000
/** A day's work; what lies before it says nothing of today. */
const DAY_MS = 16 * 60 * 60_000

interface WellBeingServices {
  readonly db: Database
  readonly clock: Clock
  readonly activities: Pick<Activities, 'workedSince' | 'wellBeing'>
  /** Told who said how they feel, and whether their supervisor may see it. */
  readonly onMood: (userID: number, isShared: boolean) => void
}

/** How people feel (spec 3 §3), and when they are asked (spec 4 §4.2.1). */
export function wellBeingHandlers({
  db,
  clock,
  activities,
  onMood,
}: WellBeingServices): AreaHandlers<'wellBeing'> {
  /** How long until the question may be asked, in milliseconds. */
  async function waitFor(question: MoodQuestion, userID: number, askedAt: number): Promise<number> {
    const apart = askedAt + MOOD_APART_MS - clock()
    if (question === 'CAPTURE') return Math.max(0, apart)
    const rate = (await activities.wellBeing()).wellBeingPromptRate * 1000
    // Nobody is asked where the deployment says so.
    if (rate <= 0) return LOOK_AGAIN_MS
    const worked = await activities.workedSince(userID, Math.max(askedAt, clock() - DAY_MS))
    return worked === null ? LOOK_AGAIN_MS : Math.max(0, apart, rate - worked)
  }

  /** Whether the shift that goes on is in its last ten minutes. */
  async function isNearEnd(userID: number, now: number): Promise<boolean> {
    const shift = await db
      .selectFrom('shifts')
      .where('userID', '=', userID)
      .where('state', 'in', ['PUBLISHED', 'LIVE'])
      .where('start', '<=', now)
      .where('end', '>', now)
      .orderBy('end', 'desc')
      .select('end')
      .executeTakeFirst()
    return shift !== undefined && shift.end - now <= LAST_MS
  }

  /** Of two windows that ask at once one is told that it is due: false for the other. */
  async function takeQuestion(question: MoodQuestion, userID: number): Promise<boolean> {
    const askedAt = clock()
    const { wellBeingRequired, wellBeingTimeoutSeconds } = await activities.wellBeing()
    const openFor = wellBeingTimeoutSeconds > 0 ? wellBeingTimeoutSeconds * 1000 : DAY_MS
    const openUntil = question === 'CHECK' && wellBeingRequired ? askedAt + openFor : null
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('moodQuestions')
      .values({ userID, askedAt, openUntil })
      .onConflict((conflict) =>
        conflict
          .column('userID')
          .doUpdateSet({ askedAt, openUntil })
          .where('moodQuestions.askedAt', '<=', askedAt - MOOD_APART_MS),
      )
      .executeTakeFirstOrThrow()
    return (numInsertedOrUpdatedRows ?? 0n) > 0n
  }

  return {
    submitMood: async ({ isShared = false, ...mood }, { caller }) => {
      if (mood.userID !== caller.userID) throw new Refusal(400, 'mood.notYours')
      await db
        .insertInto('moods')
        .values({ ...mood, isShared: isShared ? 1 : 0, at: clock() })
        .execute()
      await db
        .updateTable('moodQuestions')
        .set({ openUntil: null })
        .where('userID', '=', caller.userID)
        .execute()
      onMood(caller.userID, isShared)
      return { done: true }
    },

    askMood: async ({ question, isOpening = false }, { caller: { userID } }) => {
      const { wellBeingRequired: isRequired, wellBeingTimeoutSeconds: timeoutSeconds } =
        await activities.wellBeing()
      const last = await db
        .selectFrom('moodQuestions')
        .where('userID', '=', userID)
        .select(['askedAt', 'openUntil'])
        .executeTakeFirst()
      // A reload doesn't spare anybody the answer.
      if (isOpening && isRequired && clock() < (last?.openUntil ?? 0))
        return { isDue: true, inSeconds: 0, isRequired, timeoutSeconds }
      const now = clock()
      // Nobody is asked on a call, nor at the end of their shift: it comes after the one, and not after the other.
      if (await callOf(db, userID, now))
        return { isDue: false, inSeconds: CALL_SECONDS, isRequired, timeoutSeconds }
      if (await isNearEnd(userID, now))
        return { isDue: false, inSeconds: LOOK_AGAIN_MS / 1000, isRequired, timeoutSeconds }
      const wait = await waitFor(question, userID, last?.askedAt ?? 0)
      const isDue = wait === 0 && (await takeQuestion(question, userID))
      const inSeconds = isDue ? 0 : Math.ceil((wait || MOOD_APART_MS) / 1000)
      return { isDue, inSeconds, isRequired, timeoutSeconds }
    },

    myMoods: async (_input, { caller: { userID } }) => {
      const rows = await db
        .selectFrom('moods')
        .where('userID', '=', userID)
        .where('at', '>=', clock() - MOOD_TREND_MS)
        .select(['moodValue', 'comments', 'isShared', 'at'])
        .orderBy('at')
        .orderBy('id')
        .execute()
      return rows.map(({ isShared, at, ...row }) => ({
        ...row,
        isShared: isShared === 1,
        at: new Date(at).toISOString(),
      }))
    },
  }
}
