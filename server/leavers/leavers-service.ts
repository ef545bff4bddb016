import type { BackgroundService } from '../background-services/service.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { Refusal } from '../refusal.ts'
import { keepingGrantor } from '../roles/grantors.ts'
import { dayOf, type LeaverParts, leaveNow } from './deactivate.ts'

const ACTOR = { userID: null, displayName: 'Leavers', kind: 'JOB' } as const

/** Plans whose last day is over, the earliest first. */
const due = ({ db }: LeaverParts, now: number) =>
  db
    .selectFrom('leavings as l')
    .leftJoin('users as holder', (join) =>
      join.onRef('holder.id', '=', 'l.newHolderID').on('holder.isActive', '=', 1),
    )
    .where('l.state', '=', 'PLANNED')
    .where('l.leaveDate', '<', dayOf(now))
    .orderBy('l.leaveDate')
    .orderBy('l.id')
    .select(['l.userID', 'l.leaveDate', 'l.reason', 'l.note', 'holder.id as holderID'])
    .execute()

/**
 * Deactivates people on the day after their last (spec 5 §3.4). Where who was to take over doesn't work here any
 * more, the manager does. One who can't leave, such as the last grantor, holds up nobody else.
 */
export function leaversService(parts: LeaverParts): BackgroundService {
  return {
    key: 'LEAVERS',
    name: 'Leavers',
    what: 'Deactivates people whose last day is over.',
    schedule: { dailyAt: '00:05' },
    async run({ startedAt, signal, log }) {
      let gone = 0
      const refused: string[] = []
      for (const { holderID, ...leaving } of await due(parts, startedAt)) {
        if (signal.aborted) return
        try {
          await inOneUnit(async () => {
            const tell = await keepingGrantor(parts.db, (trx) =>
              leaveNow(trx, parts, ACTOR, { ...leaving, newHolder: holderID ?? 'MANAGER' }),
            )
            await tell()
          })
          gone += 1
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          refused.push(error.message)
        }
      }
      log(`${gone} deactivated`)
      if (refused.length > 0) throw new Error([...new Set(refused)].join(' '))
    },
  }
}
