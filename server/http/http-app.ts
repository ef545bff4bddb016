import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Writable } from 'node:stream'
import cors from '@fastify/cors'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { Refusal } from '../refusal.ts'
import type { Sender, SenderOf } from '../sender.ts'
import { errorSender, type OnFault } from './errors.ts'
import { registerGate } from './gate.ts'
import { describeRequest, type LogLevel, logging } from './logging.ts'
import { registerOpenApi } from './openapi.ts'
import { type RouteServices, registerCalls } from './routes.ts'
import { registerSecurityHeaders } from './security-headers.ts'
import { registerStaticFiles } from './static-files.ts'
import { type Certificate, secureServer } from './tls.ts'
import { validatorCompiler } from './validation.ts'

/** Largest body of a call without files, in bytes. */
const BODY_LIMIT = 1024 * 1024
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 60_000
/** The same with a large file: enough for 200 MB at 1 Mbit/s. */
const UPLOAD_TIMEOUT_MS = 30 * 60_000
/** What Fastify sets of servers that it makes itself. */
const TIMES = { requestTimeout: UPLOAD_TIMEOUT_MS, keepAliveTimeout: 72_000 }
/** How long a stop waits for running requests. Whoever starts servers gives them 5 s in all. */
const STOP_GRACE_MS = 3000
const PREFLIGHT_KEPT_SECONDS = 600

export interface HttpOptions extends RouteServices {
  readonly build: string
  readonly logLevel: LogLevel
  readonly logStream?: Writable | undefined
  /** What HTTPS is served with; null for plain HTTP. */
  readonly certificate: Certificate | null
  /** Folder of the built page; null to serve the API only. */
  readonly staticFolder: string | null
  /** Origins of other pages that may call: the desktop client's. */
  readonly desktopOrigins: readonly string[]
  /** Whether a company lives here; until then there is nothing but its set-up. */
  readonly isClaimed: () => Promise<boolean>
  /** Who sends a request. */
  readonly senderOf: SenderOf
  /** Whether a proxy may pass requests for that host on. */
  readonly isHostOfOurs: (host: string | undefined, url: string) => boolean
  /** Told of each fault of the server. */
  readonly onFault: OnFault
  /** Adds the hubs, which aren't declared calls. */
  readonly extend: (app: FastifyInstance) => void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sends it, also behind a proxy (server/sender.ts). */
    readonly sender: Sender
  }
}

/** What one request is asked for again and again. */
function nameSenders(app: FastifyInstance, { senderOf, isHostOfOurs }: HttpOptions): void {
  const known = new WeakMap<IncomingMessage, Sender>()
  app.decorateRequest('sender', {
    getter() {
      const sender = known.get(this.raw) ?? senderOf(this.raw)
      known.set(this.raw, sender)
      return sender
    },
  })
  app.addHook('onRequest', async ({ sender, url }) => {
    if (sender.isBehindProxy && !isHostOfOurs(sender.host, url))
      throw new Refusal(421, 'request.untrustedHost')
  })
}

/** An empty body counts as none: clients send the content type in any case. */
function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, String(body), done)
  })
}

/** Ends slow requests. The server's own limit is for large files; all others have less time. */
function endSlowRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw, headers, routeOptions } = request
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || (routeOptions.bodyLimit ?? 0) > BODY_LIMIT) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, REQUEST_TIMEOUT_MS)
    timer.unref()
    raw.once('close', () => clearTimeout(timer))
  })
}

/** The answer's header with the request's id in the log (`reqId`), so that a reported fault can be found. */
const REQUEST_ID_HEADER = 'x-request-id'

function nameRequests(app: FastifyInstance): void {
  // Always ours: a caller's own id could write into the log.
  app.addHook('onRequest', async (request, reply) => void reply.header(REQUEST_ID_HEADER, request.id))
}

/** What the log says of each request (spec 5 §6.5). */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { callName: call } = request
    const userID = request.caller?.userID
    const ms = Math.round(reply.elapsedTime)
    const facts = { ...describeRequest(request), call, userID, status: reply.statusCode, ms }
    request.log.info(facts, 'request')
  })
}

/** A stop waits for running requests, but not for a body that doesn't arrive or an answer that isn't read. */
function endWhatHoldsUpAStop(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setTimeout(() => app.server.closeAllConnections(), STOP_GRACE_MS)
  })
  // Closes the connection after an answer during a stop, so that no other request uses it.
  app.addHook('onSend', async (_request, reply) => {
    if (timer) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => clearTimeout(timer))
}

async function allowDesktop(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'Range',
      'X-Requested-With',
      'x-signalr-user-agent',
    ],
    // Needed by pages that fetch a file in parts.
    exposedHeaders: ['Content-Disposition', 'Accept-Ranges', 'Content-Range', REQUEST_ID_HEADER],
    // The hub client demands it. It gives nothing away, as there are no cookies.
    credentials: true,
    maxAge: PREFLIGHT_KEPT_SECONDS,
  })
}

/** The HTTP side of the server: every declared call, the OpenAPI page and the page's files. */
export async function createHttpApp(options: HttpOptions): Promise<FastifyInstance> {
  const { certificate } = options
  const sendError = errorSender(options.onFault)
  const app = Fastify({
    logger: logging(options.logLevel, options.logStream),
    bodyLimit: BODY_LIMIT,
    // One line a request, and it is ours.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: UPLOAD_TIMEOUT_MS,
    ...(certificate && {
      serverFactory: (handler: RequestListener) => secureServer(certificate, handler, TIMES),
    }),
    genReqId: () => randomUUID(),
    frameworkErrors: sendError,
    routerOptions: { maxParamLength: 512 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  nameRequests(app)
  nameSenders(app, options)
  logRequests(app)
  takeEmptyJson(app)
  endSlowRequests(app)
  endWhatHoldsUpAStop(app)
  registerSecurityHeaders(app)
  await allowDesktop(app, options.desktopOrigins)
  registerGate(app, {
    isClaimed: options.isClaimed,
    calls: new Set(options.calls.map(({ call }) => call.path)),
  })
  await registerOpenApi(app, options.build, options.calls)
  registerCalls(app, options)
  options.extend(app)
  await registerStaticFiles(app, options.staticFolder)
  await app.ready()
  return app
}
