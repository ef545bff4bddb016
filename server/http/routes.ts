import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { logout, renewToken } from '#shared/contract/auth.ts'
import type { Call } from '#shared/contract/http-call.ts'
import { beginTwoFactor, confirmTwoFactor, twoFactorState } from '#shared/contract/sign-in-later.ts'
import type { Scope } from '#shared/domain/oauth.ts'
import { allows, type PermissionRule } from '#shared/domain/permission-rule.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import { Refusal, SessionOver } from '../refusal.ts'
import { withRequestFacts } from '../request-facts.ts'
import { ANSWER_TYPES, prepareAnswer, type SentAnswer } from './answers.ts'
import type { Caller } from './handlers.ts'
import { type Idempotency, readIdempotencyKey } from './idempotency.ts'
import { bodyMax, digestForm, readForm, type Spooling, takeForms } from './multipart.ts'
import { routeSchema } from './route-schema.ts'
import { discardSpooled } from './spooled-files.ts'
import { readRequest } from './validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declared call that a route of its own answers, as `area.name`. */
    readonly call?: string
  }
  interface FastifyRequest {
    /** The declared call that is asked for, as `area.name`: for the log and the figures. */
    readonly callName: string | undefined
    /** Who makes the request; set once its bearer token was checked. */
    caller: Caller | null
  }
}

export interface DeclaredCall {
  readonly area: string
  readonly name: string
  readonly call: Call
}

/** Any call's handler. Its types are checked where its area is put together. */
type SomeHandler = (input: never, context: never) => unknown

export type HandlerTable = Readonly<Record<string, Readonly<Record<string, SomeHandler>>>>

export interface RouteServices {
  readonly calls: readonly DeclaredCall[]
  readonly handlers: HandlerTable
  /** The caller of an Authorization header; null where it names no live session. */
  readonly authenticate: (authorization: string | undefined) => Promise<Caller | null>
  /**
   * Who an app of others calls for; null where the header isn't an app's. Only calls ask this: nothing else
   * accepts an app's token. @throws Refusal 403 where the app wasn't allowed that scope, or the call has none
   */
  readonly callerOfApp?: (authorization: string | undefined, scope: Scope | null) => Promise<Caller | null>
  /**
   * For whom an API key calls; null where the request names none. @throws Refusal 401 where the key isn't known,
   * 403 where it may not make the call
   */
  readonly callerOfKey?: (asked: {
    readonly authorization: string | undefined
    readonly apiKey: string | undefined
    readonly address: string
    readonly permission: PermissionRule | null
    readonly path: string
  }) => Promise<Caller | null>
  readonly idempotency: Idempotency
  /** Where large files of forms are written as they arrive. */
  readonly uploadFolder?: () => string
}

interface Route extends DeclaredCall {
  readonly handler: SomeHandler
}

/**
 * The answers or requests of these areas are tokens, keys, codes and passwords, which must not be stored, nor what
 * they hash to; set-up counts what it refuses.
 */
const AREAS_WITHOUT_REPLAY: ReadonlySet<string> = new Set([
  'apiKeys',
  'auth',
  'credentials',
  'invitation',
  'oauth',
  'signIn',
  'sso',
  'publicLinks',
  'setup',
  'tools',
])
/** The answers of these calls hold passwords. */
const CALLS_WITHOUT_REPLAY = new Set([
  'accountAccess.resetAccountPassword',
  'peopleKeeping.newPerson',
  'remoteDesktop.decryptRdp',
])
/** These ask somebody elsewhere before they write, who may ask this server: a unit would hold up every other write. */
const CALLS_THAT_ASK_FIRST = new Set([
  'adaptors.testAdaptor',
  'addressLookup.searchAddress',
  'addressLookup.checkAddresses',
  'tenant.checkTenantAddress',
  'tenant.changeTenantAddress',
])

/**
 * Whether everything that the call's handler writes is one transaction, with the key of a repetition and its
 * answer.
 */
export function isOneUnit({ area, name, call }: DeclaredCall): boolean {
  const id = `${area}.${name}`
  if (AREAS_WITHOUT_REPLAY.has(area) || CALLS_WITHOUT_REPLAY.has(id) || CALLS_THAT_ASK_FIRST.has(id))
    return false
  return call.method === 'POST'
}

/** Pairs every call with its handler. @throws where one is missing on either side, naming each. */
function pair(calls: readonly DeclaredCall[], handlers: HandlerTable): Route[] {
  const declared = new Set(calls.map(({ area, name }) => `${area}.${name}`))
  const missing = calls.filter(({ area, name }) => typeof handlers[area]?.[name] !== 'function')
  const homeless = Object.entries(handlers)
    .flatMap(([area, byName]) => Object.keys(byName).map((name) => `${area}.${name}`))
    .filter((name) => !declared.has(name))
  const faults = [
    ...missing.map(({ area, name, call }) => `${call.method} ${call.path} (${area}.${name}) has no handler`),
    ...homeless.map((name) => `the handler ${name} belongs to no declared call`),
  ]
  if (faults.length > 0) throw new Error(`The server can't start: ${faults.join('; ')}`)
  return calls.flatMap((declaredCall) => {
    const handler = handlers[declaredCall.area]?.[declaredCall.name]
    return handler ? [{ ...declaredCall, handler }] : []
  })
}

function send(reply: FastifyReply, { contentType, body, headers }: SentAnswer): FastifyReply {
  return reply.headers(headers).type(contentType).send(body)
}

async function answer(
  route: Route,
  { idempotency }: RouteServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { call, handler } = route
  const { caller } = request
  const sessionID = caller?.sessionID ?? ''
  const facts = { address: request.sender.address, requestID: String(request.id), sessionID }
  const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key'])
  const input = call.method === 'POST' ? request.body : request.query
  const run = async (): Promise<SentAnswer> => {
    const { address, host, protocol, forwardedBy } = request.sender
    const context = { caller, address, host, protocol, forwardedBy, idempotencyKey }
    // The input has passed the route's schema, and a call with `bearer` has its caller from the hook.
    return prepareAnswer(call, await withRequestFacts(facts, () => handler(input as never, context as never)))
  }
  if (!isOneUnit(route)) return send(reply, await run())
  if (call.answers === 'blob' || caller === null || idempotencyKey === null)
    return send(reply, await inOneUnit(run))

  const { isReplay, answer: body } = await idempotency.once(
    {
      userID: caller.userID,
      key: idempotencyKey,
      path: call.path,
      input: call.sends === 'multipart' ? await digestForm(input) : input,
    },
    async () => ({ status: 200, answer: String((await run()).body) }),
  )
  if (isReplay) reply.header('idempotency-replayed', 'true')
  // The call determines the answer's type, so only the body is stored.
  return send(reply, { contentType: ANSWER_TYPES[call.answers], body, headers: {} })
}

/** How the call's large files are accepted; null where it has none. */
function spoolingOf({ fileMax, filesMax }: Call, { uploadFolder: folder }: RouteServices): Spooling | null {
  return fileMax === null || folder === undefined ? null : { fileMax, filesMax, folder }
}

/** What somebody reaches who has to set up a second factor first: that, and the way out. */
const OPEN_BEFORE_ENROLMENT: ReadonlySet<string> = new Set(
  [beginTwoFactor, confirmTwoFactor, twoFactorState, renewToken, logout].map(({ path }) => path),
)

/** A header that is sent twice is none that anybody knows. */
const oneOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? '' : header

/** @throws Refusal or SessionOver where the caller may not make the call */
async function admit({ call }: Route, services: RouteServices, request: FastifyRequest): Promise<void> {
  if (call.auth === 'none') return
  const { authorization, 'x-api-key': apiKey } = request.headers
  const { address } = request.sender
  const { permission } = call
  request.caller =
    (await services.callerOfKey?.({
      authorization,
      apiKey: oneOf(apiKey),
      address,
      permission,
      path: call.path,
    })) ??
    (await services.authenticate(authorization)) ??
    (await services.callerOfApp?.(authorization, call.scope)) ??
    null
  if (call.auth === 'bearer' && request.caller === null) throw new SessionOver()
  const { caller } = request
  if (caller?.mustEnrol && !OPEN_BEFORE_ENROLMENT.has(call.path)) {
    if (call.auth === 'bearer') throw new Refusal(403, 'signIn.mustEnrol')
    request.caller = null
  }
  if (call.permission && !(caller && allows(caller.permissions, call.permission)))
    throw new Refusal(403, 'accessDenied')
}

function serve(app: FastifyInstance, route: Route, services: RouteServices): void {
  const { area, name, call } = route
  const spooling = spoolingOf(call, services)
  app.route({
    method: call.method,
    url: call.path,
    schema: routeSchema(area, name, call),
    config: { call: `${area}.${name}` },
    // Before the body is read, so that nothing is parsed for those who may not make the call.
    onRequest: (request) => admit(route, services, request),
    ...(call.sends === 'multipart' && {
      preValidation: async (request: FastifyRequest) => {
        request.body = await readForm(request, spooling)
      },
    }),
    ...(call.bodyMax !== null && { bodyLimit: call.bodyMax }),
    ...(spooling && {
      bodyLimit: bodyMax(spooling),
      // Removes the form's files at the end of any request; the handler has moved those that it kept.
      onResponse: async (request: FastifyRequest) => discardSpooled(request.body),
    }),
    handler: async (request, reply) => {
      try {
        return await answer(route, services, request, reply)
      } finally {
        // The response may have ended before this began, if the connection broke after the last byte.
        if (spooling) await discardSpooled(request.body)
      }
    },
  })
}

const API = '/api/'

/** Whether Fastify needs to know nothing of the call but its path. */
function isPlain({ call }: DeclaredCall): boolean {
  return call.method === 'POST' && call.sends === 'json' && call.bodyMax === null && call.path.startsWith(API)
}

function plainRouteOf(plain: ReadonlyMap<string, Route>, { params }: FastifyRequest): Route | undefined {
  const rest = (params as { readonly '*'?: string } | null)?.['*']
  return rest === undefined ? undefined : plain.get(API + rest)
}

/**
 * Serves most calls by one route, which finds them by their path: a route of its own for each of 800 would take more
 * than half of a server's start.
 */
function servePlain(app: FastifyInstance, plain: ReadonlyMap<string, Route>, services: RouteServices): void {
  const routeOf = (request: FastifyRequest): Route => {
    const route = plainRouteOf(plain, request)
    if (!route) throw new Refusal(404, 'request.noSuchCall')
    return route
  }
  app.route({
    method: 'POST',
    url: `${API}*`,
    // Before the body is read, as above.
    onRequest: async (request) => admit(routeOf(request), services, request),
    handler: async (request, reply) => {
      const route = routeOf(request)
      const { body } = request
      const read = readRequest(route.call.request, body ?? null)
      if (body !== undefined) request.body = read
      return answer(route, services, request, reply)
    },
  })
}

/**
 * Serves every declared call (spec 1 §7). Authentication, permission, validation, the answer's form and
 * repetitions are decided here, the same for all. @throws where a call has no handler or a handler no call.
 */
export function registerCalls(app: FastifyInstance, services: RouteServices): void {
  const { calls, handlers } = services
  const routes = pair(calls, handlers)
  const plain = new Map(routes.filter(isPlain).map((route) => [route.call.path, route]))
  app.decorateRequest('caller', null)
  app.decorateRequest('callName', {
    getter() {
      const route = plainRouteOf(plain, this)
      return route ? `${route.area}.${route.name}` : this.routeOptions?.config?.call
    },
  })
  servePlain(app, plain, services)
  for (const route of routes) {
    if (route.call.sends === 'json' && !isPlain(route)) serve(app, route, services)
  }
  // In a scope of their own, as other calls accept no forms.
  app.register(async (scope) => {
    await takeForms(scope)
    for (const route of routes) {
      if (route.call.sends === 'multipart') serve(scope, route, services)
    }
  })
}
