import type { AlertSeen } from '#shared/contract/live-alerts.ts'
import { type AlertRule, isAlertCondition, isSupplied, withSupplied } from '#shared/domain/live-alerts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { requireWithin } from './scope.ts'

interface AlertServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'dayChanged'>
  /** Tells the viewer's windows of the live panel. */
  readonly tellAlertSeen: (viewerID: number, seen: AlertSeen) => void
}

const PAGE = 'supervisor.live-panel'
const DAY_MS = 24 * 3_600_000

async function rulesOf(db: Database, userID: number): Promise<AlertRule[]> {
  const row = await db
    .selectFrom('liveAlertRules')
    .where('userID', '=', userID)
    .select('rules')
    .executeTakeFirst()
  return withSupplied(row ? (JSON.parse(row.rules) as AlertRule[]) : [])
}

/** Alert rules of the live panel, and who is on an alert (spec 4 §4.4.1). */
export function liveAlertsHandlers({
  db,
  clock,
  shell,
  tellAlertSeen,
}: AlertServices): AreaHandlers<'liveAlerts'> {
  return {
    liveAlerts: async (_input, { caller: { userID } }) => {
      const seen = await db
        .selectFrom('liveAlertsSeen')
        .where('byID', '=', userID)
        .where('at', '>', clock() - DAY_MS)
        .orderBy('at')
        .orderBy('userID')
        .orderBy('rule')
        .select(['userID', 'rule', 'note', 'at'])
        .execute()
      return {
        rules: await rulesOf(db, userID),
        alerts: seen.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
      }
    },

    saveLiveAlerts: async ({ rules }, { caller }) => {
      const { userID } = caller
      const wrong = rules.find((rule) => !isSupplied(rule.id) && !isAlertCondition(rule.when))
      if (wrong) throw new Refusal(400, 'alert.condition', { name: wrong.name })
      if (new Set(rules.map(({ id }) => id)).size < rules.length) throw new Refusal(400, 'alert.twice')
      const next = JSON.stringify(withSupplied(rules))
      await db.transaction().execute(async (trx) => {
        const before = await rulesOf(trx, userID)
        await trx
          .insertInto('liveAlertRules')
          .values({ userID, rules: next })
          .onConflict((conflict) => conflict.column('userID').doUpdateSet({ rules: next }))
          .execute()
        await audit(trx, caller, clock(), {
          ...{ action: 'ALERT_RULES_CHANGED', page: PAGE, recordType: 'alertRules', recordID: userID },
          label: caller.displayName,
          changes: [{ field: 'rules', before: before.map(wordsOf), after: withSupplied(rules).map(wordsOf) }],
        })
      })
      return { rules: await rulesOf(db, userID) }
    },

    seeLiveAlert: async ({ alertID, note }, { caller }) => {
      const now = clock()
      const [id = '', rule = ''] = alertID.split(':')
      const userID = Number(id)
      const { displayName: label } = await requireWithin(db, caller, userID)
      await db.transaction().execute(async (trx) => {
        await trx
          .insertInto('liveAlertsSeen')
          .values({ userID, rule, byID: caller.userID, note, at: now })
          .onConflict((conflict) =>
            conflict.columns(['userID', 'rule', 'byID']).doUpdateSet({ note, at: now }),
          )
          .execute()
        await audit(trx, caller, now, {
          ...{
            action: 'ALERT_SEEN',
            page: PAGE,
            recordType: 'person',
            recordID: userID,
            label,
            reason: note,
          },
          changes: [{ field: 'rule', before: null, after: rule }],
        })
      })
      await afterCommit(() =>
        tellAlertSeen(caller.userID, { userID, rule, note, at: new Date(now).toISOString() }),
      )
      shell.dayChanged([userID])
      return { done: true }
    },
  }
}

const wordsOf = ({ name, isOn }: AlertRule) => (isOn ? name : `${name} (off)`)
