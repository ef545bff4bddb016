import type { MasterActivity } from '#shared/contract/activity.ts'
import { type ActivityAction, type ActivityName, isWorked } from '#shared/domain/activity.ts'
import type { IdleAnswer } from '#shared/domain/idle.ts'
import type { MachineAway } from '#shared/domain/machine-away.ts'
import { systemIssuesLevel } from '#shared/domain/system-flags.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { clearFlag, raiseFlag } from '../flags/system-flags.ts'
import { FLAG_WATCHERS } from '../flags/watchers.ts'
import { Refusal } from '../refusal.ts'
import { readSettings, type SettingDefaults } from '../settings/settings.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import { keepMachine } from '../support/machines.ts'
import type { SignedOut } from '../support/remote-commands.ts'
import { actionWindow, keepActionWindow, keepAway } from './action-windows.ts'
import { type ActivityRules, readRules } from './activity-rules.ts'
import { switchAfterCall, waitForCall } from './after-call.ts'
import { sessionsSince } from './attendance.ts'
import { callOf } from './dialler.ts'
import { answerIdle, flagIdle, type IdleTime } from './idle.ts'
import { undoable } from './my-day.ts'
import { overrideOf, putInto } from './overriding.ts'
import {
  type ActivityChange,
  actionsIn,
  hasSwitch,
  openSession,
  removeSwitch,
  switchActivity,
  switchLate,
} from './sessions.ts'
import { shiftFacts } from './shift-now.ts'

const NOTHING = { activity: 'INACTIVE', project: null, category: null } as const

interface SystemIssues {
  /** 0 where they are too few for a flag. */
  readonly affected: number
  readonly level: ReturnType<typeof systemIssuesLevel>
}

/** What people are doing and have done, and telling their windows (spec 1 §3, §4.4). */
export class Activities {
  readonly #db: Database
  readonly #clock: Clock
  readonly #publisher: MainPublisher
  readonly #defaults: SettingDefaults
  readonly #onChange: (userID: number) => void
  /** Ends with the last telling of the system flags that was asked for. */
  #flagsTold: Promise<void> = Promise.resolve()

  /** @param onChange told whose activity changed */
  constructor(
    db: Database,
    clock: Clock,
    publisher: MainPublisher,
    defaults: SettingDefaults = {},
    onChange: (userID: number) => void = () => {},
  ) {
    this.#db = db
    this.#clock = clock
    this.#publisher = publisher
    this.#defaults = defaults
    this.#onChange = onChange
  }

  /** When the person last said what they do; null where they never did. */
  async lastResponse(userID: number): Promise<number | null> {
    const { at } = await this.#db
      .selectFrom('activitySessions')
      .where('userID', '=', userID)
      .where('startedBy', '=', userID)
      .select((e) => e.fn.max<number | null>('startedAt').as('at'))
      .executeTakeFirstOrThrow()
    return at
  }

  /**
   * @param check decides in the transaction, and may say more of what is wanted
   * @param how whether it waits for the end of a call that the person is on, and when it was made where it comes later
   * than that (spec 4 §4.2.1)
   * @returns what the person does then
   */
  async change(
    wanted: ActivityChange,
    check: (trx: Database) => Promise<Partial<ActivityChange>> = async () => ({}),
    how: { readonly waitsForCall?: boolean; readonly madeAt?: number } = {},
  ): Promise<MasterActivity> {
    const now = this.#clock()
    await this.#db.transaction().execute(async (trx) => {
      // A window that heard no answer says it again.
      if (wanted.switchKey != null && (await hasSwitch(trx, wanted.userID, wanted.switchKey))) return
      const change = { ...wanted, ...(await check(trx)) }
      const { userID, activity, project = null, category = null, by: byID } = change
      if (how.madeAt !== undefined) await switchLate(trx, change, how.madeAt)
      else if (how.waitsForCall && (await callOf(trx, userID, now)) !== null)
        await waitForCall(trx, { userID, activity, project, category, byID }, now)
      else await switchActivity(trx, change, now)
    })
    await this.tell(wanted.userID)
    return this.#answer(wanted.userID)
  }

  /** The person's call has ended: what waited for it is done. @param also what else waited, in the same transaction */
  async callEnded(userID: number, also: (trx: Database) => Promise<void>): Promise<void> {
    const now = this.#clock()
    await this.#db.transaction().execute(async (trx) => {
      await switchAfterCall(trx, userID, now)
      await also(trx)
    })
    await this.tell(userID)
  }

  /** Somebody signed the person out: what they did ends as INACTIVE (spec 4 §4.4.1). */
  async signedOut({ userID, by, reason }: SignedOut): Promise<void> {
    const now = this.#clock()
    await this.#db.transaction().execute(async (trx) => {
      const open = await openSession(trx, userID)
      const sender = await trx
        .selectFrom('users')
        .where('id', '=', by)
        .select('displayName')
        .executeTakeFirst()
      if (!open || open.activity === 'INACTIVE' || !sender) return
      const wanted = { userID, reason, ...NOTHING, actions: [], holdMinutes: null }
      await putInto(trx, { userID: by, displayName: sender.displayName }, wanted, now)
    })
    await this.tell(userID)
  }

  /**
   * Takes the person's last switch back: the session before it goes on as if it hadn't been made (spec 4 §4.2.1).
   * @throws Refusal 400 where there is none, or it was made more than 30 seconds ago
   */
  async undo(userID: number, sessionID: number): Promise<MasterActivity> {
    const now = this.#clock()
    await this.#db.transaction().execute(async (trx) => {
      const last = await undoable(trx, userID, now)
      if (last?.sessionID !== sessionID) throw new Refusal(400, 'activity.undoOver')
      await removeSwitch(trx, userID, sessionID)
    })
    await this.tell(userID)
    return this.#answer(userID)
  }

  /**
   * What a window says of time in which its person touched nothing; without an answer the supervisor sees it from now
   * on (spec 4 §4.2.1). @throws Refusal 400 for times that are none, 409 where it isn't time for the flag
   */
  async idle(time: IdleTime, answer: IdleAnswer | null): Promise<void> {
    const now = this.#clock()
    const { idleFlagSeconds: after } = await this.rules()
    const isOther = await this.#db.transaction().execute(async (trx) => {
      if (answer !== null) return answerIdle(trx, time, answer, now)
      await flagIdle(trx, time, { after, now })
      return false
    })
    if (isOther) await this.tell(time.userID)
    else this.#onChange(time.userID)
  }

  /** Tells a person's windows what they are doing, and those who may see them the system flags. */
  async tell(userID: number): Promise<void> {
    this.#onChange(userID)
    if (this.#publisher.isOnline(userID)) {
      await this.#deliver(userID)
      this.#publisher.toUser(userID, 'recordedReading', { kind: 'ACTIVITY' })
    }
    await this.#tellFlags()
  }

  /**
   * How long the person has worked since then, in milliseconds; null where they aren't working. @param since
   * in milliseconds since 1970
   */
  async workedSince(userID: number, since: number): Promise<number | null> {
    const sessions = await sessionsSince(this.#db, userID, since)
    const present = sessions.find(({ endedAt }) => endedAt === null)
    if (!present || !isWorked(present.activity)) return null
    const now = this.#clock()
    return sessions
      .filter(({ activity }) => isWorked(activity))
      .reduce(
        (sum, { startedAt, endedAt }) => sum + Math.max(0, (endedAt ?? now) - Math.max(startedAt, since)),
        0,
      )
  }

  /** What holds for the well-being check: times in seconds. */
  wellBeing(): Promise<
    Pick<ActivityRules, 'wellBeingPromptRate' | 'wellBeingTimeoutSeconds' | 'wellBeingRequired'>
  > {
    return readRules(this.#db, this.#defaults)
  }

  /** What holds for everybody's activities. */
  rules(): Promise<ActivityRules> {
    return readRules(this.#db, this.#defaults)
  }

  /** Tells these people their activity again, since its rules are others. */
  async tellRules(userIDs: Iterable<number>): Promise<void> {
    for (const userID of userIDs) await this.#deliver(userID)
  }

  /** Notes that a window does what activities ask for, and hands it what no window did yet. */
  async takesActions({ id, identity }: Pick<MainConnection, 'id' | 'identity'>, isDesktop: boolean) {
    if (!identity) return
    const { userID } = identity
    await keepActionWindow(this.#db, { connectionID: id, userID, isDesktop, at: this.#clock() })
    if (isDesktop) await keepMachine(this.#db, userID, { asleepAt: null })
    await this.offerAgain(userID)
  }

  /** Offers what no window has taken to one of those that are open. */
  async offerAgain(userID: number): Promise<void> {
    const open = await openSession(this.#db, userID)
    if (actionsIn(open?.pendingActions).length > 0) await this.#deliver(userID)
  }

  /**
   * A window is about to do these actions. @param takenBy its name for that, by which it asks again where no answer came
   * @returns whether they are that window's to do: the first one's, once, while the activity goes on
   */
  async takeActions(userID: number, takenBy: string, actions: readonly ActivityAction[]): Promise<boolean> {
    if (actions.length === 0) return false
    const present = this.#db
      .updateTable('activitySessions')
      .where('userID', '=', userID)
      .where('endedAt', 'is', null)
    const taken = await present
      .set({ pendingActions: '[]', actionsTakenBy: takenBy })
      .where('pendingActions', '=', JSON.stringify(actions))
      .returning('id')
      .executeTakeFirst()
    if (taken) return true
    return (await openSession(this.#db, userID))?.actionsTakenBy === takenBy
  }

  /** Keeps that the machine of a window can't be used, or can again: while its person works, as all that is read of machines. */
  async machineAway({ id, identity }: Pick<MainConnection, 'id' | 'identity'>, away: MachineAway | null) {
    if (!identity) return
    const { userID } = identity
    await this.#db.transaction().execute(async (trx) => {
      const open = await openSession(trx, userID)
      const isWorking = open !== undefined && open.activity !== 'INACTIVE'
      await keepAway(trx, { connectionID: id, userID }, isWorking ? away : null, this.#clock())
    })
    this.#onChange(userID)
  }

  /** Ends that activity, if the person is doing it: they are AVAILABLE afterwards. */
  async conclude(userID: number, activity: ActivityName): Promise<void> {
    const { activity: present } = (await openSession(this.#db, userID)) ?? NOTHING
    // Whoever is AVAILABLE stays it: the dialler that was exited was left before.
    if (present !== activity || activity === 'AVAILABLE') return
    await this.change({ userID, activity: 'AVAILABLE', by: userID })
  }

  /** Tells a window that connects what its person does, and who may see them the system flags. */
  greet = async (connection: MainConnection): Promise<void> => {
    const { identity } = connection
    if (!identity) return
    const master = await this.#masterActivity(identity.userID)
    const isOthers =
      (await actionWindow(this.#db, identity.userID, this.#windowsOf(identity.userID))) !== null
    connection.send('CHANGE_MASTER_ACTIVITY', isOthers ? { ...master, onActivityActions: [] } : master)
    if (!identity.permissions.can('SUPPORT_CAN_SEE_SYSTEM_FLAGS')) return
    await this.#flagsInTurn(async () => {
      // Nobody's activity may have changed since the server began: the banner and the page say the same.
      const { affected, level } = await this.#settleFlags()
      connection.send('systemIssuesFlag', affected)
      connection.send('excessiveSystemIssuesFlag', level === 'EXCESSIVE')
    })
  }

  /** What the person does now. */
  presentOf(userID: number): Promise<MasterActivity> {
    return this.#answer(userID)
  }

  /** What the person does, for whoever asked by a call: what their windows have to do comes through the hub. */
  async #answer(userID: number): Promise<MasterActivity> {
    return { ...(await this.#masterActivity(userID)), onActivityActions: [] }
  }

  #windowsOf(userID: number): readonly string[] {
    return this.#publisher.windowsOf(userID)
  }

  /** Tells all of the person's windows what they do, and offers one of them what is to be done because of it. */
  async #deliver(userID: number): Promise<void> {
    const master = await this.#masterActivity(userID)
    const { onActivityActions: actions } = master
    const windows = this.#windowsOf(userID)
    const doer =
      actions.length === 0
        ? null
        : ((await actionWindow(this.#db, userID, windows)) ?? windows.at(-1) ?? null)
    const idle = { ...master, onActivityActions: [] }
    if (doer === null) {
      this.#publisher.toUser(userID, 'CHANGE_MASTER_ACTIVITY', idle)
      return
    }
    this.#publisher.toConnection(doer, 'CHANGE_MASTER_ACTIVITY', master)
    this.#publisher.toOthers(userID, doer, 'CHANGE_MASTER_ACTIVITY', idle)
  }

  async #masterActivity(userID: number): Promise<MasterActivity> {
    const session = await openSession(this.#db, userID)
    const { activity, project, category } = session ?? NOTHING
    // The master activity has no such field (spec 1 §3); the well-being check tells it.
    const { wellBeingRequired: _, ...rules } = await readRules(this.#db, this.#defaults)
    return {
      ...rules,
      ...(await shiftFacts(this.#db, userID, this.#clock())),
      startedShift: activity !== 'INACTIVE',
      currentActivity: activity,
      project,
      category,
      onActivityActions: actionsIn(session?.pendingActions),
      isOverride: (await overrideOf(this.#db, userID, this.#clock())) !== null,
    }
  }

  /** How many of the people on shift have system issues, 0 where they are too few for a flag. */
  async #systemIssues(): Promise<SystemIssues> {
    const { affected, onShift } = await this.#db
      .selectFrom('activitySessions')
      .where('endedAt', 'is', null)
      .where('activity', '<>', 'INACTIVE')
      .select((e) => [
        e.fn.countAll<number>().as('onShift'),
        e.fn.countAll<number>().filterWhere('activity', '=', 'SYSTEM ISSUES').as('affected'),
      ])
      .executeTakeFirstOrThrow()
    const shares = await readSettings(this.#db, [
      'messages.systemIssuesPercent',
      'messages.excessiveSystemIssuesPercent',
    ])
    const level = systemIssuesLevel(affected, onShift, {
      some: shares['messages.systemIssuesPercent'] / 100,
      excessive: shares['messages.excessiveSystemIssuesPercent'] / 100,
    })
    return { affected: level === 'NONE' ? 0 : affected, level }
  }

  /** Raises and clears the two flags (spec 5 §5.12). */
  async #settleFlags(): Promise<SystemIssues> {
    const { affected, level } = await this.#systemIssues()
    const at = this.#clock()
    const message = `${affected} of the people on shift ${affected === 1 ? 'has' : 'have'} system issues.`
    const stands = { SYSTEM_ISSUES: level !== 'NONE', EXCESSIVE_SYSTEM_ISSUES: level === 'EXCESSIVE' }
    for (const key of ['SYSTEM_ISSUES', 'EXCESSIVE_SYSTEM_ISSUES'] as const)
      await (stands[key] ? raiseFlag(this.#db, key, at, message) : clearFlag(this.#db, key, at))
    return { affected, level }
  }

  #tellFlags(): Promise<void> {
    return this.#flagsInTurn(async () => {
      const { affected, level } = await this.#settleFlags()
      this.#publisher.toGroup(FLAG_WATCHERS, 'systemIssuesFlag', affected)
      this.#publisher.toGroup(FLAG_WATCHERS, 'excessiveSystemIssuesFlag', level === 'EXCESSIVE')
      this.#publisher.toGroup(FLAG_WATCHERS, 'systemFlagsChanged')
    })
  }

  /** Two that read and told at once could tell what was read first last, and it would stand. */
  #flagsInTurn(work: () => Promise<void>): Promise<void> {
    const told = this.#flagsTold.then(work)
    this.#flagsTold = told.catch(() => {})
    return told
  }
}
