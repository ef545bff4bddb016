import type { OneToOne } from '#shared/contract/one-to-ones.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { nextDueDay } from '#shared/domain/one-to-ones.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { changeSeen } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { teamOf } from '../supervisor-hr/team.ts'
import { type OneToOneRow, oneToOnes, planOneToOne } from './one-to-ones.ts'

const PAGE = 'hr.one-to-one-meeting'
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
/** So far from its due day a talk that isn't planned is shown. */
const SOON_DAYS = 14
const DAY_MS = 86_400_000
const WORDS = {
  ...({ DUE: 'due', SCHEDULED: 'planned', HELD: 'held', SIGNED: 'signed', MISSED: 'missed' } as const),
  CANCELLED: 'cancelled',
} as const

interface OneToOneServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Talks of two, for their host and for whom they are with (spec 6 §5.1). */
export function oneToOnesHandlers({
  db,
  clock,
  shell,
  publisher,
}: OneToOneServices): AreaHandlers<'oneToOnes'> {
  const requireTalk = async (on: Database, id: number): Promise<OneToOneRow> => {
    const [talk] = await oneToOnes(on, { ids: [id] })
    if (!talk) throw new Refusal(404, 'record.gone', { one: 'one-to-one' })
    return talk
  }
  const cannot = ({ status }: OneToOneRow, action: string) =>
    new Refusal(400, 'record.cannot', { record: 'The one-to-one', state: WORDS[status], action })
  const tell = (people: readonly (number | null)[], id: number): void => {
    for (const one of new Set(people))
      if (one !== null) shell.main.toUser(one, 'workingDayChange', [{ entity: 'ONE_TO_ONE', ids: [id] }])
  }

  async function privateNotesOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await db
      .selectFrom('oneToOnes')
      .where('id', 'in', [0, ...ids])
      .select(['id', 'privateNotes'])
      .execute()
    return new Map(rows.map(({ id, privateNotes }) => [id, privateNotes]))
  }

  /** Talks with the team that nobody has planned yet, and that are due soon or were. */
  async function dueWithTeam(
    caller: Caller,
    known: readonly OneToOneRow[],
    now: number,
  ): Promise<OneToOne[]> {
    const today = londonField(now).slice(0, 10)
    const soon = londonField(now + SOON_DAYS * DAY_MS).slice(0, 10)
    const team = await teamOf(db, caller)
    const talks = Map.groupBy(
      await oneToOnes(db, { userIDs: team.map(({ id }) => id) }),
      ({ userID }) => userID,
    )
    return team.flatMap(({ id: userID, name, startDate }) => {
      const own = talks.get(userID) ?? []
      if (own.some(({ status }) => status === 'SCHEDULED' || status === 'DUE')) return []
      if (known.some((talk) => talk.userID === userID && talk.status === 'DUE')) return []
      const last = Math.max(0, ...own.map(({ heldAt }) => Number(heldAt ?? 0)))
      const dueDay = nextDueDay(last === 0 ? null : last, startDate, now)
      if (dueDay > soon) return []
      return {
        ...{ id: null, version: null, userID, name, dueDay, isLate: dueDay < today, start: null },
        ...{ minutes: null, agenda: '', sharedNotes: '', privateNotes: '', actions: [], status: 'DUE' },
        ...{ heldAt: null, hostSignedAt: null, signedAt: null, comment: '' },
      } satisfies OneToOne
    })
  }

  return {
    listOneToOnes: async (_input, { caller }) => {
      const now = clock()
      const today = londonField(now).slice(0, 10)
      const hosted = await oneToOnes(db, { hostID: caller.userID })
      const secrets = await privateNotesOf(hosted.map(({ id }) => id))
      const talks = hosted
        .filter(({ userID }) => userID !== caller.userID)
        .map(({ hostID: _host, host: _name, meetingID: _meeting, start, heldAt, ...talk }) => ({
          ...talk,
          ...{ start: iso(start), heldAt: iso(heldAt), privateNotes: secrets.get(talk.id) ?? '' },
          ...{ hostSignedAt: iso(talk.hostSignedAt), signedAt: iso(talk.signedAt) },
          actions: talk.actions.map((one) => ({ ...one })),
          isLate:
            (talk.status === 'DUE' && talk.dueDay < today) ||
            talk.status === 'MISSED' ||
            (talk.status === 'SCHEDULED' && (start ?? now) + (talk.minutes ?? 0) * 60_000 < now),
        }))
      return { talks: [...(await dueWithTeam(caller, hosted, now)), ...talks] }
    },

    scheduleOneToOne: async ({ userID, start, minutes, agenda }, { caller }) => {
      const now = clock()
      const { id, kept } = await db.transaction().execute(async (trx) => {
        const team = await teamOf(trx, caller)
        if (!team.some((one) => one.id === userID)) throw new Refusal(404, 'record.gone', { one: 'person' })
        const planned = await planOneToOne(trx, caller, {
          ...{ userID, start: Date.parse(start), minutes, agenda, page: PAGE, now },
        })
        return { id: planned.id, kept: await keepNotifications(trx, now, planned.told) }
      })
      publisher.notified(kept)
      for (const one of [caller.userID, userID]) shell.main.toUser(one, 'calendarChanged', [])
      tell([caller.userID, userID], id)
      return { id }
    },

    saveOneToOne: async ({ id, version, sharedNotes, privateNotes, actions, isHeld }, { caller }) => {
      const at = clock()
      const talk = await db.transaction().execute(async (trx) => {
        const found = await requireTalk(trx, id)
        if (found.hostID !== caller.userID) throw new Refusal(404, 'record.gone', { one: 'one-to-one' })
        if (found.status === 'SIGNED' || found.status === 'CANCELLED' || found.hostSignedAt !== null)
          throw cannot(found, 'changed')
        if (isHeld && found.status !== 'HELD' && (found.start ?? 0) > at)
          throw cannot(found, 'held before it began')
        const held =
          isHeld && found.status !== 'HELD' ? { status: 'HELD' as const, heldAt: found.start ?? at } : {}
        const values = { sharedNotes, privateNotes, actions: JSON.stringify(actions), ...held }
        await changeSeen(trx, 'oneToOnes', 'one-to-one', { id, version }, values, { caller, at })
        await audit(trx, caller, at, {
          ...{ action: 'ONE_TO_ONE_WRITTEN', page: PAGE, recordType: 'oneToOne', recordID: id },
          ...{ label: found.name, personID: found.userID },
          changes: isHeld ? [{ field: 'status', before: found.status, after: 'HELD' }] : [],
        })
        return found
      })
      tell([talk.userID, talk.hostID], id)
      return { done: true }
    },

    signOneToOne: async ({ id, version, comment }, { caller }) => {
      const at = clock()
      const { talk, kept } = await db.transaction().execute(async (trx) => {
        const found = await requireTalk(trx, id)
        const isOwn = found.userID === caller.userID
        if (!isOwn && found.hostID !== caller.userID)
          throw new Refusal(404, 'record.gone', { one: 'one-to-one' })
        const mayNow = isOwn ? found.hostSignedAt !== null : found.hostSignedAt === null
        if (found.status !== 'HELD' || !mayNow) throw cannot(found, 'signed')
        const values = isOwn ? { status: 'SIGNED', signedAt: at, comment } : { hostSignedAt: at }
        await changeSeen(trx, 'oneToOnes', 'one-to-one', { id, version }, values, { caller, at })
        await audit(trx, caller, at, {
          ...{ action: 'ONE_TO_ONE_SIGNED', page: PAGE, recordType: 'oneToOne', recordID: id },
          ...{ label: found.name, personID: found.userID },
        })
        const other = isOwn ? found.hostID : found.userID
        const subject = isOwn
          ? `${caller.displayName} signed your one-to-one`
          : `${caller.displayName} signed the notes of your one-to-one`
        const body = isOwn ? comment : 'Read them in My development, and sign them there.'
        const told =
          other === null
            ? []
            : [
                {
                  userID: other,
                  type: 'NEW_UPDATE' as const,
                  source: 'ONE_TO_ONE',
                  sourceID: id,
                  subject,
                  body,
                },
              ]
        return { talk: found, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      tell([talk.userID, talk.hostID], id)
      return { done: true }
    },

    myOneToOnes: async (_input, { caller }) => {
      const talks = await oneToOnes(db, { userIDs: [caller.userID], statuses: ['HELD', 'SIGNED'] })
      return {
        talks: talks
          .filter(({ hostSignedAt }) => hostSignedAt !== null)
          .map(({ id, version, host, heldAt, sharedNotes, actions, comment, signedAt }) => ({
            ...{ id, version, host, sharedNotes, comment, actions: actions.map((one) => ({ ...one })) },
            ...{ heldAt: iso(heldAt) ?? '', signedAt: iso(signedAt) },
          })),
      }
    },
  }
}
