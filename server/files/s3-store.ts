import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { FilesAwayError } from '../db/storage-faults.ts'
import { requireNoTurn } from '../db/unit-of-work.ts'
import {
  FileGoneError,
  type FileStore,
  isStoredName,
  requireStoredName,
  type Span,
  type StoredFile,
  UnusableFilesError,
  type WholeFile,
} from './file-store.ts'
import { placeInWords, type S3Place } from './s3-place.ts'

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of keys that hold for a time only. */
  readonly sessionToken?: string | undefined
}

const OWNER = 'installation'
/** How long the store may take to begin its answer; a file's own bytes take what they take. */
const ANSWER_MS = 15_000
/** The slowest line that a file is sent over to its end: 100 kB a second. */
const BYTES_PER_MS_MIN = 100
const GOOD_MS = 30_000
/** A store that is busy, or breaks off, is asked again after these, in milliseconds. */
const AGAIN_MS = [100, 500]

/** The text of an element; names and tokens have the five characters that XML escapes. */
function textIn(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  if (found === undefined) return null
  return found
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&')
}

interface Asked {
  readonly name?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** A file of this machine. */
  readonly sent?: WholeFile & { readonly size: number }
  readonly body?: string
}

/** What a store of S3's kind says of a request, where that isn't a passing fault. */
const FAULTS: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'doesn’t know the key in AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'doesn’t accept AWS_SECRET_ACCESS_KEY',
  NoSuchBucket: 'has no such bucket. Make it first',
  AccessDenied: 'doesn’t let this key read and write there',
  ExpiredToken: 'says that the keys have ended',
  InvalidToken: 'doesn’t accept AWS_SESSION_TOKEN',
  AuthorizationHeaderMalformed: 'is in another region. Name it in the address: &region=…',
  PermanentRedirect: 'is in another region. Name it in the address: &region=…',
  RequestTimeTooSkewed: 'has another time: set this machine’s clock',
}

/** Files in a store of objects that speaks as Amazon's S3 does. */
export class S3Store implements FileStore {
  readonly isElsewhere = true
  readonly incoming: string
  readonly #place: S3Place
  readonly #keys: S3Keys
  /** Keys of the day, which the signer makes from ours. */
  readonly #dayKeys = new Map<string, ArrayBuffer>()
  /** By the process's own clock: those who look after servers ask every few seconds, and each look costs. */
  #goodUntil = 0

  /** @param incoming a folder of this machine for files on their way */
  constructor(place: S3Place, keys: S3Keys, incoming: string) {
    this.#place = place
    this.#keys = keys
    this.incoming = incoming
  }

  get place(): string {
    return placeInWords(this.#place)
  }

  /** One request, which the store checks against the hash: it keeps all of the file or nothing. */
  async take(storedAs: string, { path, digest }: WholeFile): Promise<void> {
    requireStoredName(storedAs)
    const { size } = await stat(path)
    await this.#done('PUT', { name: storedAs, sent: { path, size, digest } })
    await rm(path, { force: true })
  }

  read(storedAs: string, span?: Span): Readable {
    requireStoredName(storedAs)
    const headers = span ? { range: `bytes=${span.start}-${span.end}` } : {}
    const bytes = async function* (store: S3Store) {
      const answer = await store.#ask('GET', { name: storedAs, headers })
      if (answer === 'gone') throw new FileGoneError('a file that is gone')
      if (answer === 'beyond') return
      try {
        yield* answer
      } catch (error) {
        throw new FilesAwayError(store.place, { cause: error })
      }
    }
    return Readable.from(bytes(this), { objectMode: false })
  }

  async sizeOf(storedAs: string): Promise<number | null> {
    const answer = await this.#ask('HEAD', { name: requireStoredName(storedAs) })
    if (typeof answer === 'string') return null
    answer.resume()
    return Number(answer.headers['content-length'])
  }

  async remove(storedAs: string): Promise<void> {
    await this.#done('DELETE', { name: requireStoredName(storedAs) })
  }

  async *list(): AsyncGenerator<readonly StoredFile[]> {
    const { prefix } = this.#place
    for (let token: string | null = ''; token !== null; ) {
      const query = { 'list-type': '2', prefix, ...(token !== '' && { 'continuation-token': token }) }
      const xml: string = await this.#text({ query })
      yield [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = '']) => {
        const storedAs = (textIn(entry, 'Key') ?? '').slice(prefix.length)
        const changedAt = Date.parse(textIn(entry, 'LastModified') ?? '')
        return isStoredName(storedAs) && Number.isFinite(changedAt) ? [{ storedAs, changedAt }] : []
      })
      token = textIn(xml, 'IsTruncated') === 'true' ? textIn(xml, 'NextContinuationToken') : null
    }
  }

  async readOwner(): Promise<string | null> {
    return (await this.#text({ name: OWNER })) || null
  }

  async writeOwner(owner: string): Promise<void> {
    await this.#done('PUT', { name: OWNER, body: owner })
  }

  async check(): Promise<void> {
    if (performance.now() < this.#goodUntil) return
    await mkdir(this.incoming, { recursive: true })
    await this.#text({ query: { 'list-type': '2', prefix: this.#place.prefix, 'max-keys': '1' } })
    this.#goodUntil = performance.now() + GOOD_MS
  }

  close(): void {}

  async #done(method: 'PUT' | 'DELETE', asked: Asked): Promise<void> {
    const answer = await this.#ask(method, asked)
    if (typeof answer !== 'string') answer.resume()
  }

  /** '' where there is no such file. */
  async #text(asked: Asked): Promise<string> {
    const answer = await this.#ask('GET', asked)
    if (typeof answer === 'string') return ''
    return text(answer).catch((error: unknown) => {
      throw new FilesAwayError(this.place, { cause: error })
    })
  }

  /**
   * @returns the answer; 'gone' where there is no such file, 'beyond' where it has no such part
   * @throws FilesAwayError, whose cause is an UnusableFilesError for a key or bucket that is wrong
   */
  async #ask(method: string, asked: Asked): Promise<IncomingMessage | 'gone' | 'beyond'> {
    requireNoTurn()
    const { place } = this
    for (let time = 0; ; time++) {
      const wait = AGAIN_MS[time]
      const answer = await this.#send(method, asked).catch((error: unknown) => {
        if (wait === undefined) throw new FilesAwayError(place, { cause: error })
        return null
      })
      const status = answer?.statusCode ?? 0
      if (answer && status >= 200 && status < 300) return answer
      const code = answer ? (textIn(await text(answer).catch(() => ''), 'Code') ?? '') : ''
      // Each request may be repeated, also one that the store has done.
      if ((!answer || status >= 500 || status === 429) && wait !== undefined) {
        await delay(wait)
        continue
      }
      if (status === 404 && code !== 'NoSuchBucket' && asked.name !== undefined) return 'gone'
      if (status === 416 && asked.headers?.range !== undefined) return 'beyond'
      const words = FAULTS[code] ?? (status === 403 ? FAULTS.AccessDenied : undefined)
      const cause =
        words === undefined
          ? new Error(`${status} ${code}`.trim())
          : new UnusableFilesError(`The store of files at ${place} ${words}.`)
      throw new FilesAwayError(place, { cause })
    }
  }

  async #send(
    method: string,
    { name, query = {}, headers = {}, sent, body = '' }: Asked,
  ): Promise<IncomingMessage> {
    const { url, prefix, region } = this.#place
    const path =
      name === undefined ? '' : `/${`${prefix}${name}`.split('/').map(encodeURIComponent).join('/')}`
    const { sessionToken, ...keys } = this.#keys
    const signed = await new AwsV4Signer({
      ...{ method, ...keys, cache: this.#dayKeys, service: 's3', region },
      ...(sessionToken && { sessionToken }),
      url: `${url}${path}?${new URLSearchParams(query)}`.replace(/\?$/, ''),
      headers: { ...headers, ...(sent && { 'x-amz-content-sha256': sent.digest }) },
    }).sign()
    const length = sent?.size ?? Buffer.byteLength(body)
    const made = (signed.url.protocol === 'https:' ? httpsRequest : httpRequest)(signed.url, {
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        ...(method === 'PUT' && { 'content-length': String(length) }),
      },
    })
    // A file that goes there takes what it takes; then the answer has its time.
    const timer = setTimeout(
      () => made.destroy(new Error('no answer')),
      ANSWER_MS + length / BYTES_PER_MS_MIN,
    )
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      made.on('response', resolve).on('error', reject)
    })
    try {
      // Not by fetch: it would read all of the file before anything is sent.
      if (sent) await Promise.race([pipeline(createReadStream(sent.path), made), answered])
      else made.end(body)
      return await answered
    } finally {
      clearTimeout(timer)
    }
  }
}
