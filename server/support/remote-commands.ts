import { sql } from 'kysely'
import { REMOTE_COMMAND_LABELS, type RemoteOrder } from '#shared/domain/remote-command-words.ts'
import {
  REMOTE_COMMAND_AGAIN_MS,
  REMOTE_COMMAND_EXPIRY_MS,
  type RemoteCommandState,
} from '#shared/domain/remote-commands.ts'
import type { CommandOutcome, RemoteCommand, SentCommand } from '#shared/hubs/remote-command.ts'
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
}

export const orderOf = ({ command, hostCommand }: RemoteCommand): RemoteOrder =>
  command === 'HOST' ? (hostCommand ?? 'exit') : command

/**
 * Sends a command to all windows of a person and keeps what comes of it (spec 4 §4.4.1). @returns its number
 * @throws Refusal 409 for the same command again within 10 seconds
 */
export async function sendCommandTo(
  db: Database,
  at: number,
  { person, remoteCommand, reason, caller, send }: Order,
): Promise<number> {
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
    .where('sentAt', '>', at - REMOTE_COMMAND_AGAIN_MS)
    .orderBy('id', 'desc')
    .select('sentAt')
    .executeTakeFirst()
  if (same) throw new Refusal(409, 'remoteCommand.sentBefore', { at: new Date(same.sentAt).toISOString() })
  const { id: commandID } = await db
    .insertInto('remoteCommands')
    .values({
      userID: person.id,
      command,
      hostCommand,
      reason,
      sentBy: caller.userID,
      sentAt: at,
      state: 'SENT',
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
  await afterCommit(() => send({ ...remoteCommand, commandID }))
  return commandID
}

/** What windows say of commands that were sent to their person. */
export const commandOutcomes =
  (db: Database, clock: Clock) =>
  async (userID: number, commandID: number, outcome: CommandOutcome, answer: string): Promise<void> => {
    const at = clock()
    const open: readonly CommandOutcome[] = ['DELIVERED', 'FAILED']
    await db
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
      .execute()
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
