import { sql } from 'kysely'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import {
  REMOTE_COMMAND_AGAIN_MS,
  REMOTE_COMMAND_EXPIRY_MS,
  type RemoteCommandState,
  WAITS_FOR_CALL,
} from '#shared/domain/remote-commands.ts'
import type { CommandOutcome, RemoteCommand, SentCommand } from '#shared/hubs/remote-command.ts'
import { callOf } from '../activity/dialler.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { Caller } from '../http/handlers.ts'
import { type Viewer, within } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

interface Order {
  readonly person: { readonly id: number; readonly displayName: string }
  readonly remoteCommand: RemoteCommand
  readonly reason: string
  readonly caller: Caller
  readonly send: (command: SentCommand) => void
  /** Whether it waits for the end of a call; where it isn't said, what ends somebody's work does. */
  readonly afterCall?: boolean | undefined
  /** When the call began that is to be cut off, ISO 8601. */
  readonly confirmedCall?: string | undefined
}

/**
 * Whether a command waits for the end of the call that the person is on.
 * @throws Refusal 409 for what would cut off a call that wasn't confirmed, by when it began
 */
async function waitsForCall(db: Database, at: number, order: Order): Promise<boolean> {
  const { person, remoteCommand, afterCall, confirmedCall } = order
  const call = await callOf(db, person.id, at)
  if (!call) return false
  const { command } = remoteCommand
  const since = new Date(call.since).toISOString()
  const onCall = { name: person.displayName, project: call.project ?? '', at: since }
  if (command === 'REFRESH_UI' && afterCall !== true) throw new Refusal(409, 'remoteCommand.onCall', onCall)
  if (!WAITS_FOR_CALL.has(command)) return afterCall === true
  if (afterCall !== false) return true
  if (confirmedCall !== since) throw new Refusal(409, 'remoteCommand.onCall', onCall)
  return false
}

export const orderOf = ({ command, hostCommand }: RemoteCommand): RemoteOrder =>
  command === 'HOST' ? (hostCommand ?? 'exit') : command

/**
 * Sends a command to all windows of a person and keeps what comes of it (spec 4 §4.4.1). @returns its number
 * @throws Refusal 409 for the same command again within 10 seconds
 */
export async function sendCommandTo(db: Database, at: number, order: Order): Promise<number> {
  const { person, remoteCommand, reason, caller, send } = order
  const { command, hostCommand = null } = remoteCommand
  // Whoever writes this row first goes first: of two at once, also on two servers, one waits for the other.
  await db
    .insertInto('machines')
    .values({ userID: person.id, desktopVersion: null, grade: null })
    .onConflict((conflict) => conflict.column('userID').doUpdateSet({ userID: person.id }))
    .execute()
  const same = await db
    .selectFrom('remoteCommands')
    .where('userID', '=', person.id)
    .where('command', '=', command)
    .where('hostCommand', hostCommand === null ? 'is' : '=', hostCommand)
    .where((eb) => eb.or([eb('sentAt', '>', at - REMOTE_COMMAND_AGAIN_MS), eb('state', '=', 'WAITING')]))
    .orderBy('id', 'desc')
    .select('sentAt')
    .executeTakeFirst()
  if (same) throw new Refusal(409, 'remoteCommand.sentBefore', { at: new Date(same.sentAt).toISOString() })
  const state = (await waitsForCall(db, at, order)) ? 'WAITING' : 'SENT'
  const { id: commandID } = await db
    .insertInto('remoteCommands')
    .values({
      userID: person.id,
      command,
      hostCommand,
      reason,
      sentBy: caller.userID,
      sentAt: at,
      state,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(db, caller, at, {
    action: 'REMOTE_COMMAND_SENT',
    page: 'support.home',
    recordType: 'person',
    recordID: person.id,
    label: person.displayName,
    changes: [{ field: 'remoteCommand', before: null, after: REMOTE_COMMAND_LABELS[orderOf(remoteCommand)] }],
    reason,
  })
  if (state === 'SENT') await afterCommit(() => send({ ...remoteCommand, commandID }))
  return commandID
}

/** The person's call has ended: what waited for it is sent. */
export async function sendWaiting(
  trx: Database,
  userID: number,
  at: number,
  send: (command: SentCommand) => void,
): Promise<void> {
  const commands = await trx
    .updateTable('remoteCommands')
    .set({ state: 'SENT', sentAt: at })
    .where('userID', '=', userID)
    .where('state', '=', 'WAITING')
    .returning(['id', 'command', 'hostCommand'])
    .execute()
  commands.sort((a, b) => a.id - b.id)
  await afterCommit(() => {
    for (const { id: commandID, command, hostCommand } of commands)
      send({ command, commandID, ...(hostCommand !== null && { hostCommand }) })
  })
}

/** Who was signed out by whom, and why. */
export interface SignedOut {
  readonly userID: number
  readonly by: number
  readonly reason: string
}

interface OutcomeNews {
  /** Told whose command is otherwise now. */
  readonly onChange: (userID: number) => void
  /** Told of who was signed out. */
  readonly onLogout: (out: SignedOut) => Promise<void>
}

/** What windows say of commands that were sent to their person. */
export const commandOutcomes =
  (db: Database, clock: Clock, { onChange, onLogout }: OutcomeNews) =>
  async (userID: number, commandID: number, outcome: CommandOutcome, answer: string): Promise<void> => {
    const at = clock()
    const open: readonly CommandOutcome[] = ['DELIVERED', 'FAILED']
    const changed = await db
      .updateTable('remoteCommands')
      .set((eb) => ({
        state: outcome,
        answer: outcome === 'FAILED' ? answer : '',
        deliveredAt: eb.fn.coalesce('deliveredAt', eb.val(at)),
        ...(outcome !== 'DELIVERED' && { doneAt: at }),
      }))
      .where('id', '=', commandID)
      .where('userID', '=', userID)
      .where((eb) =>
        eb.or([
          // Nobody waits for it any more after that.
          eb.and([eb('state', '=', 'SENT'), eb('sentAt', '>', at - REMOTE_COMMAND_EXPIRY_MS)]),
          // One window may fail, such as that of a browser, where another does it.
          ...(outcome === 'DONE' ? [eb('state', 'in', open)] : []),
          ...(outcome === 'FAILED' ? [eb('state', '=', 'DELIVERED')] : []),
        ]),
      )
      .returning(['command', 'sentBy', 'reason'])
      .executeTakeFirst()
    if (!changed) return
    const { command, sentBy: by, reason } = changed
    if (command === 'LOGOUT' && outcome === 'DONE' && by !== null) await onLogout({ userID, by, reason })
    onChange(userID)
  }

/** Remote commands to people whom the viewer sees; one that no window took in time has expired. */
export function commandSource(db: Database, viewer: Viewer, now: number) {
  return db
    .selectFrom('remoteCommands as c')
    .innerJoin('users as u', 'u.id', 'c.userID')
    .leftJoin('users as sender', 'sender.id', 'c.sentBy')
    .where((eb) => within(viewer, 'ALL')(eb as never))
    .select((eb) => {
      const isExpired = eb.and([
        eb('c.state', '=', 'SENT'),
        eb('c.sentAt', '<=', now - REMOTE_COMMAND_EXPIRY_MS),
      ])
      return [
        'c.id',
        sql<number>`1`.as('version'),
        'c.userID',
        'c.sentBy as sentByID',
        'u.displayName as person',
        eb.fn.coalesce('c.hostCommand', 'c.command').$castTo<RemoteOrder>().as('order'),
        eb
          .case()
          .when(isExpired)
          .then('EXPIRED')
          .else(eb.ref('c.state'))
          .end()
          .$castTo<RemoteCommandState>()
          .as('state'),
        eb
          .case()
          .when(isExpired)
          .then(sql<string>`'No window of ' || ${sql.ref('u.displayName')} || ' answered within 30 seconds.'`)
          .else(eb.ref('c.answer'))
          .end()
          .as('answer'),
        'c.reason',
        'sender.displayName as sentBy',
        'c.sentAt',
        'c.deliveredAt',
        'c.doneAt',
      ]
    })
}
