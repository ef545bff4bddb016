import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { CERTIFICATE, CERTIFICATE_KEY } from '../../mail/testing/certificate.ts'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Answer {
  status: number | null
  location?: string
  /** By path; `{}` else. */
  bodies?: Readonly<Record<string, string>>
  /** Says it by the request instead; null for `{}`. */
  bodyOf?: (request: Received) => object | null
}

/** A receiver of webhooks at localhost; `answer` gives the status, null for none. */
export async function startReceiver(answer: Answer = { status: 200 }) {
  const received: Received[] = []
  const server = createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      const asked = { path: request.url ?? '', headers: request.headers as Record<string, string>, body }
      received.push(asked)
      if (answer.status === null) return
      if (answer.location !== undefined) response.setHeader('location', answer.location)
      const told = answer.bodyOf?.(asked)
      response
        .writeHead(answer.status, { 'content-type': 'application/json' })
        .end(told ? JSON.stringify(told) : (answer.bodies?.[request.url ?? ''] ?? '{}'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    answer,
    port,
    address: `https://localhost:${port}/hook?from=fieldwork`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
