import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adaptorPlace } from '../../server/adaptors/adaptors.ts'
import { Sealer } from '../../server/auth/sealer.ts'
import { sealCodeSecret } from '../../server/auth/two-factor.ts'
import { databaseFileOf } from '../../server/db/data-folder.ts'
import { type Database, openDatabase } from '../../server/db/database.ts'
import { readSetting, writeSetting } from '../../server/db/settings.ts'
import { secretsOpen } from '../../server/health/readiness.ts'
import { addPerson, post, signIn, startTestServer } from '../../server/http/testing/test-server.ts'
import { mailPlace } from '../../server/mail/outbox.ts'
import { sealRemoteDesktopPassword } from '../../server/remote-desktop/remote-desktops.ts'
import { keyringOf } from '../../server/secrets/keyring.ts'
import { resealAll } from '../../server/secrets/sealed-values.ts'
import { serverProgram } from '../../server/testing/programs.ts'
import { roleCredentialPlace, toolCredentialPlace } from '../../server/tools/tool-credentials.ts'
import { whole as times } from '../whole.ts'

const ADMIN = serverProgram('fieldwork-admin')
const MAIN = serverProgram('main')
const DIE_AT_POINT = new URL('./die-at-point.ts', import.meta.url).pathname

let folder: string
let data: string
let secretsFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-secrets-'))
  data = join(folder, 'data')
  secretsFile = join(data, 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

async function inDatabase<T>(work: (db: Database) => Promise<T>, at = data): Promise<T> {
  const db = await openDatabase(databaseFileOf(at))
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Opens what `fillWithSealed` sealed; throws where one value doesn't open. */
async function openAll(db: Database): Promise<unknown> {
  const sealer = await Sealer.open(db)
  const two = await db.selectFrom('twoFactor').selectAll().executeTakeFirstOrThrow()
  const desk = await db.selectFrom('remoteDesktops').selectAll().executeTakeFirstOrThrow()
  const tool = await db.selectFrom('toolCredentials').selectAll().executeTakeFirstOrThrow()
  const role = await db.selectFrom('roleCredentials').selectAll().executeTakeFirstOrThrow()
  const adaptor = await db.selectFrom('adaptorSecrets').selectAll().executeTakeFirstOrThrow()
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('messageID', '=', '<1>')
    .executeTakeFirstOrThrow()
  return {
    open: await secretsOpen(db, sealer),
    second: sealer.unseal(two.secret ?? '', `twoFactor ${two.userID}`),
    pending: sealer.unseal(two.pendingSecret ?? '', `twoFactor ${two.userID}`),
    desk: sealer.unseal(desk.sealedPassword ?? '', `remote desktop ${desk.userID} ${desk.id}`),
    tool: sealer.unseal(tool.sealed, toolCredentialPlace(tool.userID, 'VPN', 0)),
    role: sealer.unseal(role.sealed, roleCredentialPlace(role.roleID, 'VPN', 0)),
    adaptor: sealer.unseal(adaptor.sealed, adaptorPlace(adaptor.adaptorID, 'password')),
    mail: sealer.unseal(mail.content ?? '', mailPlace('<1>')),
    recovery: sealer.hash('ABCD', 'recovery code 1') === (await readSetting(db, 'test.recovery')),
  }
}
const ALL = {
  open: true,
  second: 'second',
  pending: 'pending',
  desk: 'desk',
  tool: 'tool',
  role: 'role',
  adaptor: 'adaptor',
  mail: 'mail',
  recovery: true,
}

/** One value of each kind that is sealed. */
async function fillWithSealed(db: Database, sealer: Sealer): Promise<void> {
  const person = {
    displayName: 'a',
    role: '',
    userType: 'ADMIN',
    areaID: null,
    managerID: null,
    email: null,
  } as const
  const { id: userID } = await db
    .insertInto('users')
    .values({ ...person, userName: 'ann', passwordHash: 'x', isActive: 1, createdAt: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [secret, pendingSecret] = ['second', 'pending'].map((text) => sealCodeSecret(sealer, userID, text))
  await db
    .insertInto('twoFactor')
    .values({
      userID,
      secret: secret ?? '',
      pendingSecret: pendingSecret ?? '',
      pendingSince: 1,
      lastStep: 0,
    })
    .execute()
  await db
    .insertInto('remoteDesktops')
    .values({
      id: 1,
      userID,
      displayName: 'Desk',
      address: 'desk.example',
      username: 'ann',
      sealedPassword: sealRemoteDesktopPassword(sealer, userID, 1, 'desk'),
      updatedAt: 1,
    })
    .execute()
  await db
    .insertInto('toolCredentials')
    .values({
      userID,
      tool: 'VPN',
      place: 0,
      sealed: sealer.seal('tool', toolCredentialPlace(userID, 'VPN', 0)),
      isAutoConnect: 0,
      forceReload: 0,
    })
    .execute()
  const role = db.insertInto('roles').values({
    ...{ version: 1, name: 'Callers', nameKey: 'callers', description: '', defaultUserTypes: '[]' },
    ...{ builtIn: null, offered: '[]', changedBy: null, changedAt: 1 },
  })
  const { id: roleID } = await role.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('roleCredentials')
    .values({
      ...{ roleID, tool: 'VPN', place: 0, isAutoConnect: 0, forceReload: 0 },
      sealed: sealer.seal('role', roleCredentialPlace(roleID, 'VPN', 0)),
    })
    .execute()
  const adaptors = db.insertInto('adaptors').values({
    version: 1,
    kind: 'SMTP',
    name: 'Mail',
    isEnabled: 0,
    settings: '{}',
    failuresInRow: 0,
    lastError: '',
    changedAt: 1,
  } as never)
  const { id: adaptorID } = await adaptors.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('adaptorSecrets')
    .values({
      adaptorID,
      name: 'password',
      sealed: sealer.seal('adaptor', adaptorPlace(adaptorID, 'password')),
      setAt: 1,
      setBy: '',
    })
    .execute()
  const mail = {
    version: 1,
    kind: 'OTHER',
    to: 'a@b.example',
    from: '',
    subject: '',
    state: 'QUEUED',
  } as const
  await db
    .insertInto('mails')
    .values([
      {
        ...mail,
        messageID: '<1>',
        content: sealer.seal('mail', mailPlace('<1>')),
        createdAt: 1,
        nextAt: 1,
        tries: 0,
        lastAnswer: '',
      },
      {
        ...mail,
        messageID: '<2>',
        content: '{"text":"of before"}',
        createdAt: 1,
        nextAt: 1,
        tries: 0,
        lastAnswer: '',
      },
    ])
    .execute()
  await secretsOpen(db, sealer)
  await writeSetting(db, 'test.recovery', sealer.hash('ABCD', 'recovery code 1'))
}

const fill = () => inDatabase(async (db) => fillWithSealed(db, await Sealer.open(db)))
const keysIn = (file: string) => {
  const { hash, generations } = JSON.parse(readFileSync(file, 'utf8'))
  return [
    hash,
    ...generations.flatMap(({ seal, token, stream }: Record<string, string>) => [seal, token, stream]),
  ]
}
/** All bytes of the database's files. */
const bytesOf = (at = data) =>
  Buffer.concat(
    readdirSync(at)
      .filter((name) => name.startsWith('fieldwork.db'))
      .map((name) => readFileSync(join(at, name))),
  )

describe('A157 a stolen database', () => {
  test('has none of its keys, and opens nothing without them or with another’s', async () => {
    await fill()
    expect(await inDatabase(openAll)).toEqual(ALL)
    for (const key of keysIn(secretsFile)) expect(bytesOf().includes(String(key))).toBe(false)
    const stolen = join(folder, 'stolen')
    mkdirSync(stolen)
    copyFileSync(databaseFileOf(data), databaseFileOf(stolen))
    await expect(inDatabase(openAll, stolen)).rejects.toThrow('secrets.json is missing. Put it back')
    expect(existsSync(join(stolen, 'secrets.json'))).toBe(false)
    await inDatabase((db) => keyringOf(db), join(folder, 'other'))
    copyFileSync(join(folder, 'other', 'secrets.json'), join(stolen, 'secrets.json'))
    await expect(inDatabase(openAll, stolen)).rejects.toThrow('holds the keys of another installation')
  })

  test('an older database’s keys move to their file, and nothing of them is left behind', async () => {
    const ring = { seal: 'S'.repeat(43), token: 'T'.repeat(43), stream: 'U'.repeat(43) }
    await inDatabase(async (db) => {
      const master = new Uint8Array(Buffer.from(ring.seal, 'base64'))
      await fillWithSealed(db, new Sealer({ seal: master, hash: master }))
      await writeSetting(db, 'vaultKey', ring.seal)
      await writeSetting(db, 'tokenSecret', ring.token)
      await writeSetting(db, 'chat.streamSecret', ring.stream)
    })
    expect(bytesOf().includes(ring.seal)).toBe(true)
    const { token, stream } = await inDatabase(async (db) => {
      expect(await openAll(db)).toEqual(ALL)
      return keyringOf(db)
    })
    const encoded = [token, stream].map((key) => Buffer.from(key).toString('base64').replaceAll('=', ''))
    expect(encoded.map((text) => text.slice(0, 42))).toEqual([
      ring.token.slice(0, 42),
      ring.stream.slice(0, 42),
    ])
    for (const key of Object.values(ring)) expect(bytesOf().includes(key.slice(0, 30))).toBe(false)
    expect(await inDatabase(openAll)).toEqual(ALL)
  })

  test('keys may come from the environment or the service manager instead, and then no file is made', async () => {
    await fill()
    const text = readFileSync(secretsFile, 'utf8')
    rmSync(secretsFile)
    const seen = (env: NodeJS.ProcessEnv) =>
      inDatabase(async (db) => {
        await keyringOf(db, env)
        return openAll(db)
      })
    expect(await seen({ FIELDWORK_SECRETS: text })).toEqual(ALL)
    writeFileSync(join(folder, 'fieldwork-secrets'), text)
    expect(await seen({ CREDENTIALS_DIRECTORY: folder })).toEqual(ALL)
    expect(existsSync(secretsFile)).toBe(false)
    await expect(seen({ FIELDWORK_SECRETS: '{}' })).rejects.toThrow('FIELDWORK_SECRETS is damaged')
  })

  test('every area that seals is sealed anew', () => {
    const sealing = globSync('server/**/*.ts', { cwd: new URL('../..', import.meta.url).pathname }).filter(
      (file) =>
        !/test|testing|fixture/.test(file) &&
        /ealer\??\.seal\(/.test(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')),
    )
    // Whoever seals something new adds it to sealed-values.ts, then here. The question about an address is never kept.
    expect(sealing.toSorted()).toEqual([
      'server/adaptors/adaptors.ts',
      'server/audit/audit-key.ts',
      'server/auth/two-factor.ts',
      'server/health/readiness.ts',
      'server/inbound/inbound-routes.ts',
      'server/mail/outbox.ts',
      'server/remote-desktop/remote-desktops.ts',
      'server/setup/address-question.ts',
      'server/sso/single-sign-on.ts',
      'server/tools/tool-credentials.ts',
    ])
  })
})

const started = async (...args: string[]) => {
  const child = spawn('/bin/sh', [
    '-c',
    'umask 000; exec "$@"',
    'sh',
    process.execPath,
    MAIN,
    '--data',
    data,
    '--no-seed',
    ...args,
  ])
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = once(child, 'close').then(([code]) => Number(code))
  const code = await Promise.race([ended, once(child.stdout, 'data').then(() => null)])
  return { child, ended, code, output }
}

describe.skipIf(process.platform === 'win32')('A158 files of the service’s user alone', () => {
  const openToOthers = () =>
    readdirSync(folder, { withFileTypes: true, recursive: true })
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => (statSync(path).mode & 0o077) !== 0)
  test('under any umask, also those of before', async () => {
    const { child, ended } = await started('--log-dir', join(data, 'logs'))
    expect(openToOthers()).toEqual([])
    expect(readdirSync(data)).toEqual(
      expect.arrayContaining(['fieldwork.db', 'fieldwork.db-wal', 'secrets.json', 'logs']),
    )
    child.kill('SIGTERM')
    await ended
    chmodSync(databaseFileOf(data), 0o644)
    mkdirSync(join(data, 'files', 'aa'), { recursive: true, mode: 0o755 })
    writeFileSync(join(data, 'files', 'aa', 'f'), '', { mode: 0o644 })
    chmodSync(data, 0o755)
    const again = await started()
    expect(openToOthers()).toEqual([])
    again.child.kill('SIGTERM')
    await again.ended
  })

  test('a secrets file that others can read ends the start in words', async () => {
    await fill()
    for (const mode of [0o604, 0o640]) {
      chmodSync(secretsFile, mode)
      const { ended, output } = await started()
      expect([await ended, output.err]).toEqual([1, 'The secrets file can be read by others.\n'])
    }
    chmodSync(secretsFile, 0o600)
    const { child, ended, code } = await started()
    expect(code).toBe(null)
    child.kill('SIGTERM')
    await ended
  })
})

describe('A159 rotate-secrets', () => {
  const rotate = (at = data, dieAt?: number) =>
    spawnSync(process.execPath, ['--import', DIE_AT_POINT, ADMIN, '--data', at, 'rotate-secrets'], {
      encoding: 'utf8',
      env: { ...process.env, FIELDWORK_DIE_AT: String(dieAt) },
    })

  test('seals everything anew under new keys, and ends sessions', async () => {
    const server = await startTestServer({ databaseFile: databaseFileOf(data) })
    await addPerson(server, { userName: 'bob' })
    const held = await signIn(server, 'bob')
    await server.server.close()
    await fill()
    const [before, sealed] = [
      keysIn(secretsFile),
      await inDatabase((db) => db.selectFrom('toolCredentials').selectAll().execute()),
    ]
    const { status, stdout } = rotate()
    expect([status, stdout]).toEqual([
      0,
      'New keys are in use, and 8 values were sealed anew. Everybody signs in again.\n',
    ])
    expect(await inDatabase(openAll)).toEqual(ALL)
    expect(await inDatabase((db) => db.selectFrom('toolCredentials').selectAll().execute())).not.toEqual(
      sealed,
    )
    // The key of hashes stays; no other does.
    expect(keysIn(secretsFile).filter((key) => before.includes(key))).toEqual([before[0]])
    const again = await startTestServer({ databaseFile: databaseFileOf(data) })
    expect((await post(again, '/api/auth/request-hub-token', {}, held)).status).toBe(401)
    await again.server.close()
  })

  test('interrupted at any point leaves all sealed values readable', async () => {
    await fill()
    const whole = join(folder, 'whole')
    cpSync(data, whole, { recursive: true })
    const points = Number(/points (\d+)/.exec(rotate(whole).stderr)?.[1])
    expect(points).toBeGreaterThan(20)
    const step = Math.max(1, Math.floor(points / times(6, points)))
    for (let dieAt = 1; dieAt <= points; dieAt += step) {
      const at = join(folder, `died-${dieAt}`)
      cpSync(data, at, { recursive: true })
      expect([dieAt, rotate(at, dieAt).signal]).toEqual([dieAt, 'SIGKILL'])
      expect([dieAt, await inDatabase(openAll, at)]).toEqual([dieAt, ALL])
      // And it can be done again.
      expect([dieAt, rotate(at).status]).toEqual([dieAt, 0])
      expect([dieAt, await inDatabase(openAll, at)]).toEqual([dieAt, ALL])
    }
    // So many starts take minutes beside everything else.
  }, 600_000)

  test('a value that can’t be opened undoes all of it', async () => {
    await fill()
    await inDatabase(async (db) => {
      const sealer = await Sealer.open(db)
      const other = new Sealer({ seal: new Uint8Array(32), hash: new Uint8Array(32) })
      await expect(db.transaction().execute((trx) => resealAll(trx, other, sealer))).rejects.toThrow(
        'cannot be opened',
      )
      expect(await openAll(db)).toEqual(ALL)
    })
  })
})
