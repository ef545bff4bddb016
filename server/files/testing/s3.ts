import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * A store of objects for tests that answers as Amazon's S3 does what Fieldwork asks of one, in path style. It checks
 * each signature (AWS Signature Version 4) by code of its own, and each body against its length and hash.
 */
export interface TestS3 {
  readonly port: number
  readonly keys: S3Keys
  /** `s3://…` of a bucket that is there. */
  placeOf(prefix: string): string
  /** Nobody can reach it. */
  away(): Promise<void>
  /** It can be reached again, with what was kept. */
  back(): Promise<void>
  /** Answers the next requests with 503, as a store does that is busy. */
  beBusy(times: number): void
  stop(): Promise<void>
}

interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export const BUCKET = 'fieldwork-files'
const KEYS: S3Keys = { accessKeyId: 'FIELDWORKTESTKEY', secretAccessKey: 'kept/for+tests=only' }
/** Entries of one list; Amazon's are 1000. */
const LISTED_MAX = 5

class S3Fault extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Everything but letters, digits and `-._~` (Amazon S3 API Reference, 'Signature Calculations'). */
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

interface Signed {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** The signature that a request has to have, from what its own header says was signed. */
export function signatureOf({ method, url, headers }: Signed, secret: string): string {
  const authorization = String(headers.authorization)
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(';') ?? []
  const scope = /Credential=[^/]+\/([^,]+)/.exec(authorization)?.[1] ?? ''
  const [day = '', region = '', service = ''] = scope.split('/')
  const [path = '', query = ''] = url.split('?')
  const canonical = [
    method,
    path.split('/').map(decodeURIComponent).map(escaped).join('/'),
    [...new URLSearchParams(query)]
      .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
      .toSorted()
      .join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  return hmac(key, text).toString('hex')
}

function requireSigned(request: IncomingMessage): void {
  const authorization = request.headers.authorization ?? ''
  const [, key] = /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(authorization) ?? []
  if (key === undefined) throw new S3Fault(403, 'AccessDenied')
  if (key !== KEYS.accessKeyId) throw new S3Fault(403, 'InvalidAccessKeyId')
  const given = /Signature=([\da-f]{64})/.exec(authorization)?.[1] ?? ''
  const { method = '', url = '', headers } = request
  const wanted = signatureOf({ method, url, headers }, KEYS.secretAccessKey)
  if (!timingSafeEqual(Buffer.from(wanted), Buffer.from(given.padEnd(wanted.length))))
    throw new S3Fault(403, 'SignatureDoesNotMatch')
}

interface Stored {
  readonly path: string
  readonly size: number
  readonly changedAt: Date
}

const xmlText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;').replaceAll('"', '&#x22;')

/** The objects of one bucket. */
class Bucket {
  readonly folder = mkdtempSync(join(tmpdir(), 'fieldwork-s3-'))
  readonly #objects = new Map<string, Stored>()

  async put(key: string, request: IncomingMessage): Promise<void> {
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!Number.isInteger(length)) throw new S3Fault(411, 'MissingContentLength')
    const path = join(this.folder, randomUUID())
    const hash = createHash('sha256')
    let size = 0
    const seen = async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part)
        size += part.length
        yield part
      }
    }
    await pipeline(request, seen, createWriteStream(path))
    const wanted = request.headers['x-amz-content-sha256']
    if (size !== length) throw new S3Fault(400, 'IncompleteBody')
    if (wanted !== 'UNSIGNED-PAYLOAD' && wanted !== hash.digest('hex'))
      throw new S3Fault(400, 'XAmzContentSHA256Mismatch')
    this.#objects.set(key, { path, size, changedAt: new Date() })
  }

  get(key: string): Stored {
    const found = this.#objects.get(key)
    if (!found) throw new S3Fault(404, 'NoSuchKey')
    return found
  }

  remove(key: string): void {
    this.#objects.delete(key)
  }

  list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token')?.replace(/^after <(.*)> & so on$/s, '$1') ?? ''
    const keys = [...this.#objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    const rest = keys.filter((key) => key > after)
    const most = Math.min(LISTED_MAX, Number(query.get('max-keys') ?? LISTED_MAX))
    const entries = rest.slice(0, most).map((key) => {
      const { size, changedAt } = this.get(key)
      return `<Contents><Key>${xmlText(key)}</Key><LastModified>${changedAt.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    })
    const isCut = rest.length > most
    const token = `after <${rest[most - 1] ?? ''}> & so on`
    const next = isCut ? `<NextContinuationToken>${xmlText(token)}</NextContinuationToken>` : ''
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`
  }
}

async function sendObject(stored: Stored, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { path, size } = stored
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  if (from === undefined) {
    response.writeHead(200, { 'content-length': size })
    if (request.method === 'HEAD') response.end()
    else await pipeline(createReadStream(path), response)
    return
  }
  const [start, end] = [Number(from), Math.min(Number(to), size - 1)]
  if (start >= size) throw new S3Fault(416, 'InvalidRange')
  response.writeHead(206, { 'content-length': end - start + 1 })
  await pipeline(createReadStream(path, { start, end }), response)
}

async function answer(bucket: Bucket, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const [, name, ...rest] = path.split('/').map(decodeURIComponent)
  requireSigned(request)
  if (name !== BUCKET) throw new S3Fault(404, 'NoSuchBucket')
  const key = rest.join('/')
  if (key === '') response.end(bucket.list(new URLSearchParams(query)))
  else if (request.method === 'PUT') {
    await bucket.put(key, request)
    response.end()
  } else if (request.method === 'DELETE') {
    bucket.remove(key)
    response.writeHead(204).end()
  } else await sendObject(bucket.get(key), request, response)
}

function listen(bucket: Bucket, port: number, isBusy: () => boolean): Promise<Server> {
  const server = createServer((request, response) => {
    const work = isBusy() ? Promise.reject(new S3Fault(503, 'SlowDown')) : answer(bucket, request, response)
    work.catch((error: unknown) => {
      if (response.headersSent || request.destroyed) return response.destroy()
      const { status, code } = error instanceof S3Fault ? error : new S3Fault(500, 'InternalError')
      request.resume()
      response.writeHead(status).end(request.method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`)
    })
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}

export async function startS3(): Promise<TestS3> {
  const bucket = new Bucket()
  let busy = 0
  const isBusy = () => busy > 0 && busy-- > 0
  let running: Server | null = await listen(bucket, 0, isBusy)
  const address = running.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const away = async () => {
    const ended = running
    running = null
    ended?.closeAllConnections()
    if (ended) await new Promise((resolve) => ended.close(resolve))
  }
  return {
    ...{ port, keys: KEYS, away },
    placeOf: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=http://127.0.0.1:${port}`,
    back: async () => {
      running ??= await listen(bucket, port, isBusy)
    },
    beBusy: (times) => {
      busy = times
    },
    stop: async () => {
      await away()
      rmSync(bucket.folder, { recursive: true, force: true })
    },
  }
}
