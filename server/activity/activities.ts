import * as z from 'zod/mini'
import type { MasterActivity } from '#shared/contract/activity.ts'
import {
  ACTIVITY_ACTIONS,
  type ActivityAction,
  type ActivityName,
  EXCESSIVE_SYSTEM_ISSUES,
} from '#shared/domain/activity.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { type ActivityRules, USUAL_RULES } from './activity-rules.ts'

/** The windows of who sees system flags. */
const FLAG_WATCHERS = 'system-flags'

/** What holds for everybody in this installation: shifts aren't kept here. */
const STANDING = { scheduledProject: null, startedShift: false, remainingShifts: 0 } as const

const NOTHING = {
  activity: 'INACTIVE',
  project: null,
  category: null,
  pendingActions: '[]',
  isOverride: 0,
} as const

const actionList = z.array(z.enum(ACTIVITY_ACTIONS))

export interface ActivityChange {
  readonly userID: number
  readonly activity: ActivityName
  readonly project?: string | null
  readonly category?: string | null
  readonly actions?: readonly ActivityAction[]
  /** Who changes it; another than the person overrides them. */
  readonly by: number
}

/** What people do and did, and the word about it to their windows (spec 1 §3, §4.4). */
export class Activities {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: MainPublisher
  readonly #rules: ActivityRules

  constructor(db: Database, clock: Clock, publisher: MainPublisher, rules: ActivityRules = USUAL_RULES) {
    this.#db = db
    this.#clock = clock
    this.#publisher = publisher
    this.#rules = rules
  }

  async #rowOf(userID: number) {
    return await this.#db.selectFrom('activities').selectAll().where('userID', '=', userID).executeTakeFirst()
  }

  /** When the person last said what they do; null where they never did. */
  async lastResponse(userID: number): Promise<number | null> {
    return (await this.#rowOf(userID))?.lastResponseAt ?? null
  }

  async change({
    userID,
    activity,
    project = null,
    category = null,
    actions = [],
    by,
  }: ActivityChange): Promise<void> {
    const now = this.#clock()
    const own = by === userID
    await this.#db.transaction().execute(async (trx) => {
      const before = await trx
        .selectFrom('activities')
        .selectAll()
        .where('userID', '=', userID)
        .executeTakeFirst()
      if (before) {
        const { activity, project, since: startedAt } = before
        await trx
          .insertInto('activityHistory')
          .values({ userID, activity, project, startedAt, endedAt: now, endedBy: by })
          .execute()
      }
      const values = {
        activity,
        project,
        category,
        pendingActions: JSON.stringify(actions),
        isOverride: own ? 0 : 1,
        since: now,
        lastResponseAt: own ? now : (before?.lastResponseAt ?? null),
      }
      await trx
        .insertInto('activities')
        .values({ userID, ...values })
        .onConflict((conflict) => conflict.column('userID').doUpdateSet(values))
        .execute()
    })
    if (this.#publisher.isOnline(userID))
      this.#publisher.toUser(userID, 'CHANGE_MASTER_ACTIVITY', await this.#take(userID))
    await this.#tellFlags()
  }

  /** Ends that activity where it is what the person does: they are AVAILABLE then. */
  async conclude(userID: number, activity: ActivityName): Promise<void> {
    const row = await this.#rowOf(userID)
    if ((row?.activity ?? 'INACTIVE') !== activity) return
    await this.change({ userID, activity: 'AVAILABLE', by: userID })
  }

  /** Tells a window that connects what its person does, and who may see them the system flags. */
  greet = async (connection: MainConnection): Promise<void> => {
    const { identity } = connection
    if (!identity) return
    connection.send('CHANGE_MASTER_ACTIVITY', await this.#take(identity.userID))
    if (!identity.permissions.can('SUPPORT_CAN_SEE_SYSTEM_FLAGS')) return
    connection.join(FLAG_WATCHERS)
    const count = await this.#withSystemIssues()
    connection.send('systemIssuesFlag', count)
    connection.send('excessiveSystemIssuesFlag', count >= EXCESSIVE_SYSTEM_ISSUES)
  }

  /** What the person does, with the actions that no window was told yet; they are told with this. */
  async #take(userID: number): Promise<MasterActivity> {
    const row = (await this.#rowOf(userID)) ?? NOTHING
    const pending = actionList.safeParse(JSON.parse(row.pendingActions))
    if (pending.success && pending.data.length > 0) {
      await this.#db
        .updateTable('activities')
        .set({ pendingActions: '[]' })
        .where('userID', '=', userID)
        .execute()
    }
    return {
      ...STANDING,
      ...this.#rules,
      currentActivity: row.activity,
      project: row.project,
      category: row.category,
      onActivityActions: pending.success ? pending.data : [],
      isOverride: row.isOverride === 1,
    }
  }

  async #withSystemIssues(): Promise<number> {
    const { count } = await this.#db
      .selectFrom('activities')
      .where('activity', '=', 'SYSTEM ISSUES')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  }

  async #tellFlags(): Promise<void> {
    const count = await this.#withSystemIssues()
    this.#publisher.toGroup(FLAG_WATCHERS, 'systemIssuesFlag', count)
    this.#publisher.toGroup(FLAG_WATCHERS, 'excessiveSystemIssuesFlag', count >= EXCESSIVE_SYSTEM_ISSUES)
  }
}
