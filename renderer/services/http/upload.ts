/** How far an upload is, from 0 to 1. */
export type OnProgress = (done: number) => void

/** What an XMLHttpRequest is used for; tests give their own. */
export type UploadRequest = Pick<
  XMLHttpRequest,
  'open' | 'setRequestHeader' | 'send' | 'abort' | 'getAllResponseHeaders' | 'status' | 'response'
> & {
  responseType: XMLHttpRequestResponseType
  onload: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
  onabort: ((event: never) => void) | null
  readonly upload: { onprogress: ((event: ProgressEvent) => void) | null }
}

/** What is sent: as for `fetch`, with the headers as a plain record. */
export interface UploadInit {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: FormData
  readonly signal: AbortSignal
}

/** Statuses whose answers have no body; a Response refuses one for them. */
const WITHOUT_BODY = new Set([204, 205, 304])

/**
 * Sends a form as `fetch` would, and says how far it is, which `fetch` can't.
 * @throws TypeError where no answer came; the signal's reason where it aborted
 */
export function sendForm(
  request: UploadRequest,
  url: string,
  init: UploadInit,
  onProgress: OnProgress,
): Promise<Response> {
  const { method, headers, body, signal } = init
  return new Promise<Response>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const abort = () => request.abort()
    const ended = () => signal.removeEventListener('abort', abort)
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'blob'
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () => {
      ended()
      const content = WITHOUT_BODY.has(request.status) ? null : (request.response as Blob)
      resolve(new Response(content, { status: request.status, headers: headersOf(request) }))
    }
    request.onerror = () => {
      ended()
      reject(new TypeError('no answer came'))
    }
    request.onabort = () => {
      ended()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}

function headersOf(request: UploadRequest): Headers {
  const headers = new Headers()
  for (const line of request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim())
  }
  return headers
}

/** The fields of a call's request as a form; those that are absent are left out, and a list is a field each time. */
export function formOf(input: unknown): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input ?? {}))
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one instanceof File) form.append(name, one, one.name)
      else if (one != null) form.append(name, String(one))
    }
  return form
}
