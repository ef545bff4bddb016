import { fromWire, toWire } from '../addresses.ts'

interface Header {
  readonly name: string
  readonly value: string
}

/** A request or response that Chromium holds until it is told how to go on. */
export interface PausedRequest {
  readonly requestId: string
  readonly request: {
    readonly url: string
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
  }
  readonly resourceType: string
  readonly frameId: string
  readonly redirectedRequestId?: string
  /** There at the response, not at the request. */
  readonly responseStatusCode?: number
  readonly responseHeaders?: readonly Header[]
}

type Send = (method: string, params: object) => Promise<unknown>

/** Lets a request go on: to the handler of its scheme, or to the network with the origin that Electron would send. */
export async function answerRequest(
  paused: PausedRequest,
  handler: ((request: Request) => Promise<Response> | Response) | undefined,
  send: Send,
): Promise<void> {
  const { requestId, request, responseStatusCode } = paused
  if (responseStatusCode !== undefined) await continueResponse(paused, send)
  else if (handler) await fulfil(paused, handler, send)
  else {
    const origin = originOf(request.headers)
    const mapped = origin === undefined || fromWire(origin) === origin ? null : fromWire(origin)
    await send('Fetch.continueRequest', {
      requestId,
      ...(mapped === null ? {} : { headers: withOrigin(request.headers, mapped), interceptResponse: true }),
    })
  }
}

async function fulfil(
  { requestId, request }: PausedRequest,
  handler: (request: Request) => Promise<Response> | Response,
  send: Send,
): Promise<void> {
  const { method, headers } = request
  const response = await handler(new Request(fromWire(request.url), { method, headers }))
  await send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  })
}

/** The server allows the origin that it was shown; Chromium compares with the one that it has. */
async function continueResponse(
  { requestId, responseStatusCode, responseHeaders = [] }: PausedRequest,
  send: Send,
): Promise<void> {
  const mapped = responseHeaders.map(({ name, value }) => ({
    name,
    value: name.toLowerCase() === 'access-control-allow-origin' ? toWire(value) : value,
  }))
  await send('Fetch.continueResponse', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: mapped,
  })
}

function originOf(headers: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'origin')?.[1]
}

function withOrigin(headers: Readonly<Record<string, string>>, origin: string): Header[] {
  return Object.entries(headers).map(([name, value]) => ({
    name,
    value: name.toLowerCase() === 'origin' ? origin : value,
  }))
}
