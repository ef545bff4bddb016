import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FilesAwayError } from '../db/storage-faults.ts'
import { spooledOf, spoolFile } from '../http/spooled-files.ts'
import { copyFiles } from './copy-files.ts'
import { FileGoneError, type FileStore, type StoredFile, UnusableFilesError } from './file-store.ts'
import { freshName } from './keeping.ts'
import { openStore, requirePlace } from './open-store.ts'
import { readS3Place } from './s3-place.ts'
import { BUCKET, signatureOf, startS3, type TestS3 } from './testing/s3.ts'

let home: string
let s3: TestS3
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'fieldwork-store-'))
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  rmSync(home, { recursive: true })
})

const keysOfTests = () => ({
  AWS_ACCESS_KEY_ID: s3.keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
})
const openS3 = (place: string, keys: Readonly<Record<string, string>> = keysOfTests()) =>
  openStore(place, join(home, 'spool'), keys)

async function allOf(store: FileStore): Promise<StoredFile[]> {
  const all: StoredFile[] = []
  for await (const some of store.list()) all.push(...some)
  return all
}

/** A store of others to try, as `--files` names one, with its keys in the environment; nothing is left there. */
const OTHERS = process.env.FIELDWORK_TEST_S3

interface Adapter {
  readonly name: string
  place(): string
  /** Its keys; those of the store that the tests bring, by default. */
  readonly keys?: NodeJS.ProcessEnv
  away(): Promise<void>
  back(): Promise<void>
}

const ADAPTERS: readonly Adapter[] = [
  {
    name: 'a folder',
    place: () => join(home, 'a folder & ünïcode'),
    // As a shared disk that isn't mounted any more leaves something else in its place.
    async away() {
      renameSync(join(home, 'a folder & ünïcode'), join(home, 'away'))
      writeFileSync(join(home, 'a folder & ünïcode'), '')
    },
    async back() {
      rmSync(join(home, 'a folder & ünïcode'))
      renameSync(join(home, 'away'), join(home, 'a folder & ünïcode'))
    },
  },
  {
    name: 'a store of objects',
    // A space, a plus and others that have to be escaped, and signed as they are escaped.
    place: () => s3.placeOf(encodeURIComponent("fold er+(1)&=é~*!'")),
    away: () => s3.away(),
    back: () => s3.back(),
  },
  ...(OTHERS === undefined ? [] : [storeOfOthers(new URL(OTHERS))]),
]

/** That store behind a wire that can be taken away. */
function storeOfOthers(address: URL): Adapter {
  const endpoint = new URL(address.searchParams.get('endpoint') ?? '')
  const sockets = new Set<Socket>()
  let isUp = true
  const wire = createServer((near) => {
    if (!isUp) return void near.destroy()
    const far = connect(Number(endpoint.port), endpoint.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    near.pipe(far).pipe(near)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  beforeAll(() => new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    cut()
    wire.close()
  })
  const run = randomUUID()
  return {
    name: 'the store that FIELDWORK_TEST_S3 names',
    keys: process.env,
    place() {
      const through = new URL(address)
      const at = wire.address()
      through.searchParams.set('endpoint', `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`)
      through.pathname = `/${run}`
      return through.href
    },
    async away() {
      isUp = false
      cut()
    },
    async back() {
      isUp = true
    },
  }
}

describe.each(ADAPTERS)('files in $name', ({ place, away, back, keys }) => {
  let store: FileStore
  const environment = () => keys ?? keysOfTests()
  beforeEach(async () => {
    await mkdir(join(home, 'a folder & ünïcode'), { recursive: true })
    store = await openStore(place(), join(home, 'spool'), environment())
    await store.check()
  })

  async function spool(content: Uint8Array | string, name = 'a.txt') {
    const file = await spoolFile(store.incoming, Readable.from([Buffer.from(content)]), { name, type: '' })
    const spooled = spooledOf(file)
    if (!spooled) throw new Error('not spooled')
    return spooled
  }
  async function kept(content: Uint8Array | string) {
    const storedAs = freshName()
    await store.take(storedAs, await spool(content))
    return storedAs
  }
  const names = async () => (await allOf(store)).map(({ storedAs }) => storedAs)
  const read = async (storedAs: string, span?: { start: number; end: number }) =>
    buffer(store.read(storedAs, span))

  test('a file comes back as it went, is no longer among those that arrive, and is listed with its time', async () => {
    const content = randomBytes(70_001)
    const spooled = await spool(content)
    const storedAs = freshName()
    await store.take(storedAs, spooled)
    expect(existsSync(spooled.path)).toBe(false)
    expect((await read(storedAs)).equals(content)).toBe(true)
    expect(await store.sizeOf(storedAs)).toBe(70_001)
    const listed = (await allOf(store)).find((one) => one.storedAs === storedAs)
    expect(Math.abs((listed?.changedAt ?? 0) - Date.now())).toBeLessThan(120_000)
  })

  test.each([
    [{ start: 0, end: 0 }, '0'],
    [{ start: 0, end: 3 }, '0123'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 4, end: 9 }, '456789'],
    [{ start: 4, end: 99 }, '456789'],
    [{ start: 10, end: 12 }, ''],
  ])('the part %o of ten bytes is %j', async (span, part) => {
    const storedAs = await kept('0123456789')
    expect(String(await read(storedAs, span))).toBe(part)
  })

  test('a file of no bytes is there, and is empty', async () => {
    const storedAs = await kept('')
    expect(await store.sizeOf(storedAs)).toBe(0)
    expect((await read(storedAs)).length).toBe(0)
  })

  test('one that is kept again is replaced; one that is removed is gone, also the second time', async () => {
    const storedAs = await kept('before')
    await store.take(storedAs, await spool('afterwards'))
    expect(String(await read(storedAs))).toBe('afterwards')
    await store.remove(storedAs)
    await store.remove(storedAs)
    expect(await store.sizeOf(storedAs)).toBeNull()
    expect(await names()).not.toContain(storedAs)
    await expect(read(storedAs)).rejects.toThrow(FileGoneError)
    await expect(read(storedAs, { start: 0, end: 3 })).rejects.toThrow(FileGoneError)
  })

  test.each(['../../etc/passwd', 'ab/../../x', 'ab', '', 'installation', `ab/${'A'.repeat(36)}`])(
    'a name that nobody was given, %j, is refused and nothing is asked',
    async (name) => {
      expect(() => store.read(name)).toThrow(TypeError)
      await expect(store.sizeOf(name)).rejects.toThrow(TypeError)
      await expect(store.remove(name)).rejects.toThrow(TypeError)
    },
  )

  test('what breaks off while it arrives leaves nothing, neither there nor on the way', async () => {
    const before = await names()
    const broken = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('cut')
      })(),
    )
    await expect(spoolFile(store.incoming, broken, { name: 'a', type: '' })).rejects.toThrow('cut')
    expect(readdirSync(store.incoming)).toEqual([])
    expect(await names()).toEqual(before)
  })

  test('a large file goes and comes with little memory', async () => {
    const script = fileURLToPath(new URL('testing/large.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [script, place(), home, '200'], {
      env: { ...process.env, ...environment() },
    })
    const { length, grown } = JSON.parse(stdout)
    expect(length).toBe(200 * 1024 * 1024)
    // In megabytes.
    expect(grown).toBeLessThan(100)
  })

  test('whose files these are is written once and read again; it is no file', async () => {
    expect(await store.readOwner()).toBeNull()
    await store.writeOwner('an installation')
    expect(await store.readOwner()).toBe('an installation')
    expect(await names()).not.toContain('installation')
  })

  test('a store that is away says so at every turn and loses nothing; it is used again once it is back', async () => {
    const storedAs = await kept('safe')
    const late = await spool('later')
    const content = readFileSync(late.path, 'utf8')
    await away()
    for (const attempt of [
      () => store.sizeOf(storedAs),
      () => read(storedAs),
      () => store.remove(storedAs),
      () => allOf(store),
      () => store.take(freshName(), late),
    ])
      await expect(attempt()).rejects.toThrow(FilesAwayError)
    await back()
    expect(String(await read(storedAs))).toBe('safe')
    expect(content).toBe('later')
    // A shared disk took what was arriving with it, and has it again.
    const again = freshName()
    await store.take(again, late)
    expect(String(await read(again))).toBe('later')
  })
})

/** A wire that is cut once so many bytes went through it. */
async function cutAfter(bytes: number): Promise<{ port: number; server: Server }> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(s3.port, '127.0.0.1')
    for (const socket of [near, far]) sockets.add(socket.on('error', () => {}))
    let left = bytes
    near.on('data', (part) => {
      left -= part.length
      if (left > 0) far.write(part)
      else for (const socket of sockets) socket.destroy()
    })
    far.pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, server }
}

test('files go from a folder to a store of objects and back, each whole; made again, nothing goes twice', async () => {
  const folder = mkdtempSync(join(home, 'copied-'))
  const back = mkdtempSync(join(home, 'back-'))
  const from = await openStore(folder, home, {})
  const to = await openS3(s3.placeOf('copied'))
  await to.check()
  const kept: string[] = []
  for (const text of ['one', '', 'three']) {
    const file = await spoolFile(from.incoming, Readable.from([Buffer.from(text)]), { name: 'a', type: '' })
    const storedAs = freshName()
    await from.take(storedAs, spooledOf(file) ?? { path: '', digest: '' })
    kept.push(storedAs)
  }
  await from.writeOwner('ours')
  // As an earlier copy left one that was cut short.
  const cut = await spoolFile(to.incoming, Readable.from([Buffer.from('on')]), { name: 'a', type: '' })
  await to.take(kept[0] ?? '', spooledOf(cut) ?? { path: '', digest: '' })
  expect(await copyFiles(from, to)).toEqual({ files: 3, bytes: 8, before: 0 })
  expect(await copyFiles(from, to)).toEqual({ files: 3, bytes: 8, before: 3 })
  const home2 = await openStore(back, home, {})
  expect(await copyFiles(to, home2)).toEqual({ files: 3, bytes: 8, before: 0 })
  const texts = await Promise.all(kept.map(async (name) => String(await buffer(home2.read(name)))))
  expect(texts).toEqual(['one', '', 'three'])
  expect([await to.readOwner(), await home2.readOwner()]).toEqual(['ours', 'ours'])
})

describe('a store of objects', () => {
  const spooled = async (store: FileStore, content: Uint8Array | string) => {
    const file = await spoolFile(store.incoming, Readable.from([Buffer.from(content)]), {
      name: 'a',
      type: '',
    })
    return spooledOf(file) ?? { path: '', digest: '' }
  }

  test('keeps nothing of a file whose way there is cut; the file can be sent again', async () => {
    const { port, server } = await cutAfter(2_000_000)
    const direct = await openS3(s3.placeOf('cut'))
    const cut = await openS3(`s3://${BUCKET}/cut?endpoint=http://127.0.0.1:${port}`)
    await direct.check()
    const file = await spooled(cut, randomBytes(8_000_000))
    const storedAs = freshName()
    await expect(cut.take(storedAs, file)).rejects.toThrow(FilesAwayError)
    server.close()
    expect(await direct.sizeOf(storedAs)).toBeNull()
    await direct.take(storedAs, file)
    expect(await direct.sizeOf(storedAs)).toBe(8_000_000)
  })

  test('is asked again where it is busy, and not for ever', async () => {
    const store = await openS3(s3.placeOf('busy'))
    const storedAs = freshName()
    await store.check()
    const file = await spooled(store, 'in the end')
    s3.beBusy(2)
    await store.take(storedAs, file)
    expect(await store.sizeOf(storedAs)).toBe(10)
    s3.beBusy(3)
    await expect(store.sizeOf(storedAs)).rejects.toThrow(FilesAwayError)
    expect(await store.sizeOf(storedAs)).toBe(10)
  })

  test('is told what it has to get, and keeps nothing else', async () => {
    const store = await openS3(s3.placeOf('hash'))
    await store.check()
    const { path } = await spooled(store, 'what arrived')
    const storedAs = freshName()
    const digest = createHash('sha256').update('what was sent').digest('hex')
    await expect(store.take(storedAs, { path, digest })).rejects.toThrow(FilesAwayError)
    expect(await store.sizeOf(storedAs)).toBeNull()
  })

  // Amazon S3 API Reference, 'Signature Calculations for the Authorization Header', GET Object.
  test('of the tests reckons signatures as Amazon’s example has them', () => {
    const scope = 'AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
      authorization: `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date`,
    }
    expect(
      signatureOf({ method: 'GET', url: '/test.txt', headers }, 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'),
    ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41')
  })

  test('is listed to its end, however many files it has', async () => {
    const store = await openS3(s3.placeOf('many'))
    await store.check()
    const made: string[] = []
    // Lists of five.
    for (let n = 0; n < 23; n++) made.push(freshName())
    for (const storedAs of made) await store.take(storedAs, await spooled(store, 'x'))
    const listed = (await allOf(store)).map(({ storedAs }) => storedAs)
    expect(listed.toSorted()).toEqual(made.toSorted())
  })

  const faultOf = async (place: string, keys = keysOfTests()) => {
    const store = await openS3(place, keys)
    const error = await store.check().catch((thrown: unknown) => thrown)
    if (!(error instanceof FilesAwayError) || !(error.cause instanceof UnusableFilesError)) throw error
    return error.cause.message
  }

  test('with another key, another secret or another bucket each is said in a sentence, without the secret', async () => {
    const place = s3.placeOf('a')
    const sentences = [
      await faultOf(place, { ...keysOfTests(), AWS_ACCESS_KEY_ID: 'SOMEBODY' }),
      await faultOf(place, { ...keysOfTests(), AWS_SECRET_ACCESS_KEY: 'wrong-secret' }),
      await faultOf(place.replace(BUCKET, 'no-such-bucket')),
    ]
    expect(sentences).toEqual([
      `The store of files at s3://${BUCKET}/a doesn’t know the key in AWS_ACCESS_KEY_ID.`,
      `The store of files at s3://${BUCKET}/a doesn’t accept AWS_SECRET_ACCESS_KEY.`,
      'The store of files at s3://no-such-bucket/a has no such bucket. Make it first.',
    ])
    await expect(openS3(place, {})).rejects.toThrow(
      'The store of files needs its keys in the environment, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  })

  test.each([
    's3://',
    's3://Bucket_1/a',
    's3://bucket/a?endpoint=storage.example',
    's3://bucket/a?endpoint=https://storage.example/path',
    's3://key:secret@bucket/a',
    's3://bucket/a?secret=planted',
    's3://bucket/a/../../b?region=x&endpoint=ftp://a',
    'gs://bucket/a',
  ])('%s is no place for files, and what it holds is not repeated', (place) => {
    expect(() => requirePlace(place)).toThrow(UnusableFilesError)
    expect(() => requirePlace(place)).not.toThrow(/planted|key:secret/)
  })

  test('without an endpoint it is Amazon’s in its region', () => {
    expect(readS3Place('s3://bucket/a/b/?region=eu-west-2')).toEqual({
      url: 'https://s3.eu-west-2.amazonaws.com/bucket',
      bucket: 'bucket',
      prefix: 'a/b/',
      region: 'eu-west-2',
    })
    expect(readS3Place('s3://bucket').prefix).toBe('')
  })
})
