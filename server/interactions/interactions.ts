import {
  daysSince,
  INTERACTION_KINDS,
  type InteractionKind,
  isInteractionDue,
  weekOf,
} from '#shared/domain/interactions.ts'
import { londonDayAfter, momentOfField, startOfLondonWeek } from '#shared/domain/london-time.ts'
import type { TalkAction } from '#shared/domain/one-to-ones.ts'
import type { InteractionMark } from '#shared/records/manager/interaction.ts'
import type { Database } from '../db/database.ts'
import { fileNotesAbout } from '../file-notes/file-notes.ts'
import { welfareContacts } from '../file-notes/welfare.ts'
import { linesOf } from '../live-panel/scope.ts'
import { oneToOnes } from '../one-to-ones/one-to-ones.ts'
import { selectMade } from '../time-records/made-rows.ts'

/** So far back talks and shifts are looked for: somebody who wasn't spoken to for longer is due anyway. */
const LOOKED_BACK_WEEKS = 52
const COUNTED_DAYS = 28
const HOUR_MS = 3_600_000

/** Something that counts as having been spoken to. Times in milliseconds since 1970. */
export interface Talk {
  readonly id: string
  readonly userID: number
  readonly kind: InteractionKind
  readonly at: number
  readonly isPlanned: boolean
  readonly by: string | null
  readonly text: string
  readonly reply: string
  readonly openActions: readonly string[]
}

const openOf = (actions: readonly { readonly text: string; readonly doneAt: string | null }[]) =>
  actions.filter(({ doneAt }) => doneAt === null).map(({ text }) => text)

/**
 * All talks of these people since then, the latest first, and what is planned. Chat, calls and what is in them aren't
 * among them (spec 4 §4.3.4).
 */
export async function talksOf(db: Database, userIDs: readonly number[], from: number): Promise<Talk[]> {
  const meetings = await oneToOnes(db, { userIDs, statuses: ['SCHEDULED', 'HELD', 'SIGNED'] })
  const coaching = await db
    .selectFrom('coachingSessions as c')
    .leftJoin('users as coach', 'coach.id', 'c.coachID')
    .where('c.userID', 'in', [0, ...userIDs])
    .where('c.state', 'in', ['PLANNED', 'HELD', 'ACKNOWLEDGED'])
    .select(['c.id', 'c.userID', 'c.start', 'c.heldAt', 'c.state', 'c.topics', 'c.actions'])
    .select('coach.displayName as by')
    .execute()
  const reviews = await db
    .selectFrom('qcReviews as q')
    .innerJoin('projects as p', 'p.id', 'q.projectID')
    .leftJoin('users as r', 'r.id', 'q.reviewerID')
    .where('q.userID', 'in', [0, ...userIDs])
    .where('q.state', 'in', ['SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED'])
    .where('q.isCalibration', '=', 0)
    .where('q.feedback', '<>', '')
    .where('q.submittedAt', '>=', from)
    .select(['q.id', 'q.userID', 'q.submittedAt', 'p.name as project', 'r.displayName as by'])
    .select(['q.feedback', 'q.acknowledgement'])
    .execute()
  const notes = await fileNotesAbout(db, userIDs, from)
  const returns = await db
    .selectFrom('returnToWorkForms as f')
    .leftJoin('users as host', 'host.id', 'f.hostID')
    .where('f.userID', 'in', [0, ...userIDs])
    .where('f.hostSignedAt', '>=', from)
    .select(['f.id', 'f.userID', 'f.hostSignedAt', 'host.displayName as by'])
    .execute()
  const pips = await db
    .selectFrom('pipMeetings as m')
    .innerJoin('pips as p', 'p.id', 'm.pipID')
    .leftJoin('users as owner', 'owner.id', 'p.ownerID')
    .where('p.userID', 'in', [0, ...userIDs])
    .where('m.at', '>=', from)
    .select(['m.id', 'p.userID', 'm.at', 'owner.displayName as by'])
    .execute()
  const welfare = await welfareContacts(db, userIDs)
  const talks: Talk[] = [
    ...meetings.flatMap(({ id, userID, start, heldAt, status, host, agenda, actions, comment }) => {
      const at = heldAt ?? start
      return at === null
        ? []
        : {
            ...{ id: `ONE_TO_ONE:${id}`, userID, kind: 'ONE_TO_ONE' as const, at, by: host, text: agenda },
            ...{ isPlanned: status === 'SCHEDULED', reply: comment, openActions: openOf(actions) },
          }
    }),
    ...coaching.map(({ id, userID, start, heldAt, state, topics, actions, by }) => ({
      ...{ id: `COACHING:${id}`, userID, kind: 'COACHING' as const, at: heldAt ?? start, by, text: topics },
      ...{ isPlanned: state === 'PLANNED', reply: '' },
      openActions: openOf(JSON.parse(actions) as TalkAction[]),
    })),
    ...reviews.map(({ id, userID, submittedAt, project, by, feedback, acknowledgement }) => ({
      ...{ id: `QC_FEEDBACK:${id}`, userID, kind: 'QC_FEEDBACK' as const, at: submittedAt ?? 0, by },
      ...{ text: `${project}: ${feedback}`, isPlanned: false, reply: acknowledgement, openActions: [] },
    })),
    ...notes.map(({ id, userID, at, kind, by, text, reply }) => ({
      ...{ id: `FILE_NOTE:${id}`, userID, at, by, text, reply, isPlanned: false, openActions: [] },
      kind: kind === 'RECOGNITION' ? ('RECOGNITION' as const) : ('FILE_NOTE' as const),
    })),
    // That they were held is all that a manager reads here: forms and plans are their own people's.
    ...returns.map(({ id, userID, hostSignedAt, by }) => ({
      ...{ id: `RETURN_TO_WORK:${id}`, userID, kind: 'RETURN_TO_WORK' as const, at: hostSignedAt ?? 0, by },
      ...{ text: '', isPlanned: false, reply: '', openActions: [] },
    })),
    ...pips.map(({ id, userID, at, by }) => ({
      ...{ id: `PIP:${id}`, userID, kind: 'PIP' as const, at, by },
      ...{ text: '', isPlanned: false, reply: '', openActions: [] },
    })),
    ...welfare.map(({ id, userID, day, at, by, text }) => ({
      ...{ id: `WELFARE:${id}`, userID, kind: 'WELFARE' as const, by, text, reply: '', openActions: [] },
      // Of the day on which it was written down, that moment; of another its noon.
      ...{ at: Math.min(at, momentOfField(day) + 12 * HOUR_MS), isPlanned: false },
    })),
  ]
  return talks
    .filter(({ at, isPlanned }) => isPlanned || at >= from)
    .toSorted((a, b) => b.at - a.at || b.id.localeCompare(a.id, 'en', { numeric: true }))
}

interface Standing {
  readonly id: number
  readonly name: string
  readonly managerName: string | null
  readonly talks: readonly Talk[]
  readonly last: Talk | null
  readonly next: Talk | null
  readonly days: number | null
  readonly mark: InteractionMark
}

/** How each of a manager's line stands. */
export async function lineStanding(db: Database, managerID: number, now: number): Promise<Standing[]> {
  const line = [...((await linesOf(db, [managerID])).get(managerID) ?? [])]
  const people = await db
    .selectFrom('users as u')
    .leftJoin('users as m', 'm.id', 'u.managerID')
    .where('u.id', 'in', [0, ...line])
    .where('u.status', 'in', ['ACTIVE', 'SUSPENDED'])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName as name', 'm.displayName as managerName'])
    .execute()
  const from = londonDayAfter(startOfLondonWeek(now), -7 * LOOKED_BACK_WEEKS)
  const ids = people.map(({ id }) => id)
  const talks = Map.groupBy(await talksOf(db, ids, from), ({ userID }) => userID)
  const shifts = await db
    .selectFrom('shifts')
    .where('userID', 'in', [0, ...ids])
    .where('state', 'in', ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED', 'NO_SHOW'])
    .where('start', '>=', from)
    .where('start', '<', londonDayAfter(startOfLondonWeek(now), 7))
    .select(['userID', 'start'])
    .execute()
  const shiftsOf = Map.groupBy(shifts, ({ userID }) => userID)
  return people.map(({ id, name, managerName }) => {
    const own = talks.get(id) ?? []
    const past = own.filter(({ isPlanned, at }) => !isPlanned && at <= now)
    const last = past[0] ?? null
    const next = own.findLast(({ isPlanned, at }) => isPlanned && at > now) ?? null
    const starts = (shiftsOf.get(id) ?? []).map(({ start }) => start)
    const weeks = new Set(starts.map(weekOf))
    const worked = starts.filter((start) => start <= now)
    const days = daysSince(
      { last: last?.at ?? null, from: worked.length > 0 ? Math.min(...worked) : null, now },
      weeks,
    )
    const mark: InteractionMark = isInteractionDue(days) ? 'DUE' : weeks.size === 0 ? 'NO_SHIFTS' : 'FINE'
    return { id, name, managerName, talks: past, last, next, days, mark }
  })
}

const FIELDS = {
  ...({ id: 'whole', mark: 'text', lastAt: 'whole', lastKind: 'text', lastBy: 'text' } as const),
  ...({ daysSince: 'whole', oneToOnes: 'whole', coaching: 'whole', qcFeedback: 'whole' } as const),
  ...({ fileNotes: 'whole', recognitions: 'whole', welfare: 'whole', nextAt: 'whole' } as const),
  ...({ openActions: 'whole', returnsToWork: 'whole', pipMeetings: 'whole' } as const),
} as const

/** The same as a list. */
export async function interactionSource(db: Database, managerID: number, now: number) {
  const since = londonDayAfter(now, -COUNTED_DAYS)
  const rows = (await lineStanding(db, managerID, now)).map(({ id, talks, last, next, days, mark }) => {
    const recent = talks.filter(({ at }) => at >= since)
    const of = Object.fromEntries(
      INTERACTION_KINDS.map((kind) => [kind, recent.filter((talk) => talk.kind === kind).length]),
    ) as Record<InteractionKind, number>
    return {
      ...{ id, mark, lastAt: last?.at ?? null, lastKind: last?.kind ?? null, lastBy: last?.by ?? null },
      ...{ daysSince: days, oneToOnes: of.ONE_TO_ONE, coaching: of.COACHING, qcFeedback: of.QC_FEEDBACK },
      ...{ fileNotes: of.FILE_NOTE, recognitions: of.RECOGNITION, welfare: of.WELFARE },
      ...{ returnsToWork: of.RETURN_TO_WORK, pipMeetings: of.PIP },
      ...{ nextAt: next?.at ?? null, openActions: talks.flatMap((talk) => talk.openActions).length },
    }
  })
  return selectMade(db, FIELDS, rows)
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'm.id' as never))
    .leftJoin('users as managers', 'managers.id', 'u.managerID')
    .select(['m.id', 'm.mark', 'm.lastAt', 'm.lastKind', 'm.lastBy', 'm.daysSince', 'm.oneToOnes'])
    .select(['m.coaching', 'm.qcFeedback', 'm.fileNotes', 'm.recognitions', 'm.welfare', 'm.nextAt'])
    .select([
      'm.openActions',
      'm.returnsToWork',
      'm.pipMeetings',
      'u.version',
      'u.displayName',
      'u.managerID',
      'managers.displayName as managerName',
    ])
}
