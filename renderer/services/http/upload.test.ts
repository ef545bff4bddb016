import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateProfilePicture } from '#shared/contract/people.ts'
import { type ApiClientServices, ApiError, createApiClient } from './api-client.ts'
import type { UploadRequest } from './upload.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An XMLHttpRequest whose server is the test. */
class FakeUpload implements UploadRequest {
  status = 0
  response: Blob | null = null
  responseType: XMLHttpRequestResponseType = ''
  onload: UploadRequest['onload'] = null
  onerror: UploadRequest['onerror'] = null
  onabort: UploadRequest['onabort'] = null
  readonly upload: UploadRequest['upload'] = { onprogress: null }
  readonly headers: Record<string, string> = {}
  opened: string | null = null
  body: FormData | null = null
  aborted = false

  open(method: string, url: string | URL) {
    this.opened = `${method} ${url}`
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body?: unknown) {
    this.body = body as FormData
  }
  abort() {
    this.aborted = true
    this.onabort?.(undefined as never)
  }
  getAllResponseHeaders() {
    return 'content-type: application/json\r\n'
  }
  sent(loaded: number, total: number, lengthComputable = true) {
    this.upload.onprogress?.({ lengthComputable, loaded, total } as ProgressEvent)
  }
  answer(status: number, body: unknown) {
    this.status = status
    this.response = new Blob([typeof body === 'string' ? body : JSON.stringify(body)])
    this.onload?.(undefined as never)
  }
}

function begin(changes: Partial<ApiClientServices> = {}) {
  const uploads: FakeUpload[] = []
  const errors: ApiError[] = []
  const waits: number[] = []
  const active: number[] = []
  const client = createApiClient({
    baseUrl: 'http://server',
    fetch: () => Promise.reject(new Error('a form is not fetched')),
    newUpload: () => {
      const upload = new FakeUpload()
      uploads.push(upload)
      return upload
    },
    token: () => 'Bearer abc',
    newKey: () => 'key',
    wait: async (ms) => void waits.push(ms),
    onError: (error) => errors.push(error),
    onFailed: () => {},
    onSessionExpired: () => null,
    onActiveChange: (count) => active.push(count),
    ...changes,
  })
  const progress: number[] = []
  const giveUp = new AbortController()
  const picture = new File(['png'], 'me.png', { type: 'image/png' })
  const result = client
    .upload(
      updateProfilePicture,
      { picture },
      { signal: giveUp.signal, onProgress: (done) => progress.push(done) },
    )
    .catch((error: unknown) => error)
  const upload = (at = 0) => vi.waitFor(() => uploads[at] ?? Promise.reject(new Error('not sent')))
  return { result, upload, uploads, progress, giveUp, errors, waits, active, picture }
}

test('S272 an upload goes as a form to its path, with token and key, and tells its progress', async () => {
  const at = begin()
  const request = await at.upload()
  expect(request.opened).toBe('POST http://server/api/users/profile-picture')
  // No content type: the browser names it, with the boundary that it chose.
  expect(request.headers).toEqual({ Authorization: 'Bearer abc', 'Idempotency-Key': 'key' })
  expect(request.body?.get('picture')).toMatchObject({ name: 'me.png', type: 'image/png' })
  // Where no length is known there is no part to tell.
  request.sent(0, 0)
  request.sent(1, 8, false)
  request.sent(1, 4)
  request.sent(4, 4)
  expect(at.progress).toEqual([0, 0.25, 1])
  request.answer(200, { done: true })
  expect(await at.result).toEqual({ done: true })
  expect(at.active).toEqual([1, 0])
})

test("S272 cancelling an upload ends it with 'Upload aborted.'", async () => {
  const at = begin()
  const request = await at.upload()
  at.giveUp.abort()
  expect(request.aborted).toBe(true)
  expect(await at.result).toMatchObject({ failure: 'aborted', message: 'Upload aborted.' })
  expect(at.errors).toEqual([])
  expect(at.active).toEqual([1, 0])
})

test('S272 an upload that was given up before it began is not sent', async () => {
  const at = begin()
  at.giveUp.abort()
  expect(await at.result).toMatchObject({ failure: 'aborted', message: 'Upload aborted.' })
  expect(at.uploads.every(({ opened, aborted }) => opened === null || aborted)).toBe(true)
})

test('S272 an upload is tried again like any call, under the same key and from the beginning', async () => {
  const at = begin()
  const first = await at.upload()
  first.sent(4, 4)
  first.answer(503, '')
  const second = await at.upload(1)
  expect(at.waits).toEqual([5000])
  expect(second.headers['Idempotency-Key']).toBe('key')
  expect(at.progress).toEqual([0, 1, 0])
  second.answer(200, { done: true })
  expect(await at.result).toEqual({ done: true })
})

test('S272 a refused upload says why, and an ended session is renewed once', async () => {
  const at = begin()
  ;(await at.upload()).answer(400, { value: 'A picture may have 5 MB at most.' })
  expect(await at.result).toMatchObject({ status: 400, message: 'A picture may have 5 MB at most.' })
  expect(at.errors).toHaveLength(1)
  const other = begin({ onSessionExpired: () => 'Bearer next' })
  ;(await other.upload()).answer(401, '')
  const again = await other.upload(1)
  expect(again.headers.Authorization).toBe('Bearer next')
  again.answer(200, { done: true })
  expect(await other.result).toEqual({ done: true })
})

test('S272 an upload may take long but not stand still', async () => {
  const at = begin()
  const request = await at.upload()
  for (let sent = 1; sent <= 5; sent++) {
    await vi.advanceTimersByTimeAsync(29_000)
    request.sent(sent, 10)
  }
  expect(request.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(request.aborted).toBe(true)
  expect(await at.result).toMatchObject({ failure: 'unreachable' })
})

test('S272 a connection that is lost is told as any other', async () => {
  const at = begin()
  ;(await at.upload()).onerror?.(undefined as never)
  expect(await at.result).toBeInstanceOf(ApiError)
  expect(await at.result).toMatchObject({ failure: 'unreachable' })
})
