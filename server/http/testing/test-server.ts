import { Writable } from 'node:stream'
import { Secret, TOTP } from 'otpauth'
import * as z from 'zod/mini'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { buildServer, type Server } from '../../app.ts'
import { unknownEntries } from '../../audit/testing/known-entries.ts'
import { hashPassword, type PasswordCost } from '../../auth/passwords.ts'
import type { Database } from '../../db/database.ts'
import { disordered, leasePostgres } from '../../db/testing/test-database.ts'
import type { OutgoingMail } from '../../mail/transport.ts'
import type { ServerOptions } from '../../options.ts'
import { claim } from '../../setup/installation.ts'

/** Cheap hashes for quick tests. The hash itself says its cost, so the checks are the real ones. */
export const TEST_COST: PasswordCost = { N: 2 ** 4, r: 1, p: 1 }
export const PASSWORD = 'correct horse battery staple'
/** The test company's clock starts here. */
export const NOON = Date.UTC(2026, 4, 4, 12)

/** Collects the text that is written to it. */
export class Captured extends Writable {
  text = ''
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

type ShownMail = Pick<OutgoingMail, 'to' | 'subject' | 'text'>

/** The real server over a database in memory, with a clock that only tests move. */
export interface TestServer {
  readonly server: Server
  readonly log: Captured
  readonly clock: { now: number }
  /** What was mailed, in order. */
  readonly mails: readonly ShownMail[]
}

/** @param options `isUnclaimed`: nobody lives there, so that there is nothing but set-up */
export async function startTestServer({
  isUnclaimed = false,
  ...options
}: Partial<ServerOptions> & { readonly isUnclaimed?: boolean } = {}): Promise<TestServer> {
  const clock = { now: NOON }
  const log = new Captured()
  const mails: ShownMail[] = []
  // What wants a file of its own is about SQLite.
  const lease = options.databaseFile === undefined ? await leasePostgres() : null
  const server = await buildServer({
    databaseFile: ':memory:',
    ...(lease && { databaseUrl: lease.url }),
    seed: false,
    build: 'build-1',
    clock: () => clock.now,
    // No test asks a name server.
    findMailServers: async () => 'SOME',
    logStream: log,
    passwordCost: TEST_COST,
    deliverMail: (mail) => void mails.push(mail),
    ...options,
  })
  lease?.until(server.db)
  await disordered(server.db)
  if (!isUnclaimed && !(await server.installation.isClaimed())) await claim(server.db, NOON, null)
  // From now on it asks no more, as a server that runs for a while.
  await server.installation.isClaimed()
  return { server: withAuditChecked(server), log, clock, mails }
}

/** Looks through its audit when it closes, so that whatever a test does is told as it has to be. */
function withAuditChecked(server: Server): Server {
  let unknown: ReturnType<typeof unknownEntries> | null = null
  return {
    ...server,
    async close() {
      unknown ??= unknownEntries(server.db)
      const found = await unknown
      await server.close()
      found.refuse()
    },
  }
}

export interface TestPerson {
  /** The next one where it isn't given. */
  readonly id?: number
  readonly userName: string
  readonly displayName?: string
  readonly permissions?: readonly PermissionName[]
  readonly managerID?: number
  readonly isActive?: boolean
}

/** Adds somebody whose password is PASSWORD; answers their id. */
export async function addPerson({ server }: TestServer, person: TestPerson): Promise<number> {
  const { userName, permissions = [], managerID = null, isActive = true } = person
  const { id } = await server.db
    .insertInto('users')
    .values({
      ...(person.id !== undefined && { id: person.id }),
      userName,
      displayName: person.displayName ?? userName,
      role: 'Telephone Interviewer',
      userType: 'INTERVIEWER',
      areaID: null,
      managerID,
      email: `${userName}@mail.example`,
      passwordHash: await hashPassword(PASSWORD, TEST_COST),
      isActive: isActive ? 1 : 0,
      status: isActive ? 'ACTIVE' : 'LEAVER',
      createdAt: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await holdAlone(server.db, id, permissions)
  return id
}

/** Adds somebody who may decide what others may do: without one a server doesn't start (spec 5 §2.1). */
export function addGrantor(server: TestServer, id?: number): Promise<number> {
  return addPerson(server, {
    ...(id !== undefined && { id }),
    userName: 'grantor',
    permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
  })
}

/** Gives somebody permissions that no role says anything about. */
export async function holdAlone(
  db: Database,
  userID: number,
  names: readonly PermissionName[],
): Promise<void> {
  if (names.length === 0) return
  const numbers = [...new Set(names)].map((name) => ({ userID, permission: PERMISSIONS[name] }))
  const decided = { isRefusal: 0, reason: 'For a test', endsAt: null, since: NOON, givenBy: null }
  await db
    .insertInto('personalPermissions')
    .values(numbers.map((row) => ({ ...row, ...decided })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('userPermissions')
    .values(numbers)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly body: string
}

export async function post(
  { server }: Pick<TestServer, 'server'>,
  url: string,
  payload?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await server.app.inject({
    method: 'POST',
    url,
    headers,
    ...(payload !== undefined && { payload: payload as object }),
  })
  return { status: response.statusCode, headers: response.headers, body: response.body }
}

const stage = z.object({ clientKey: z.string(), nextStage: z.string() })
const token = z.object({ token: z.string() })

/** The answer to a step of the sign-in. */
export async function step(
  server: Pick<TestServer, 'server'>,
  name: 'confirm-username' | 'confirm-password',
  request: { userName: string; password?: string },
): Promise<{ clientKey: string; nextStage: string }> {
  return stage.parse(JSON.parse((await post(server, `/api/auth/${name}`, request)).body))
}

/**
 * An answer's status and parsed body. Of a refusal only the words: its code has tests of its own
 * (`server/refusal.test.ts`).
 */
export function said({ status, body }: Answer): { status: number; body: unknown } {
  const parsed = body === '' ? '' : JSON.parse(body)
  return { status, body: status >= 400 && parsed !== '' ? readable(parsed) : parsed }
}

/** What a person reads of a refusal. */
export function readable({ value }: { readonly value: string }): { value: string } {
  return { value }
}

/** The Authorization header of an answer that carries a token. */
export function bearerOf({ body }: Answer): { authorization: string } {
  return { authorization: `Bearer ${token.parse(JSON.parse(body)).token}` }
}

/** Signs in, without asking first what the name leads to, and answers the Authorization header. */
export async function signIn(server: TestServer, userName: string): Promise<{ authorization: string }> {
  const { clientKey } = await step(server, 'confirm-password', { userName, password: PASSWORD })
  return bearerOf(await post(server, '/api/auth/login', { userName, password: PASSWORD, clientKey }))
}

/** The code that an authenticator app shows at `now`, in milliseconds since 1970; `secret` in base32. */
export function codeAt(secret: string, now: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
}
